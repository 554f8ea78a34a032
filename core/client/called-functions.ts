import type { Result } from '../contract/domain/result/result.ts'
import type { CallParams } from './data-values.ts'
import { type CallOptions, readData, type StaticFile } from './specimens.ts'
import type { Transport } from './transport.ts'

/** Any functions by the id of their specimen; `specimen types` writes those of a host. */
export interface AnyFunctions {
  readonly [id: string]: (params?: CallParams, options?: Omit<CallOptions, 'params'>) => Promise<Result>
}

/** Returns an object whose members compute a specimen: `call.gyroid({ cells: 3 })`, `call['lab:disc']()`. */
export function createCalls(transport: Transport, envelopeMediaType: string): AnyFunctions {
  const compute =
    (id: string): AnyFunctions[string] =>
    async (params, options) => {
      const call = { ...options, params, decoded: true }
      return requireResult(await readData(transport, { id, envelopeMediaType, call }))
    }
  // `then` would make it a promise for whoever awaits it.
  return new Proxy<AnyFunctions>(
    {},
    {
      get: (_target, id) => (typeof id === 'string' && id !== 'then' ? compute(id) : undefined),
    },
  )
}

function requireResult(data: Result | StaticFile): Result {
  if (data.type !== 'file') return data
  throw new TypeError(`The answer is the file ${data.fileName}, no result; file(id) reads it.`)
}
