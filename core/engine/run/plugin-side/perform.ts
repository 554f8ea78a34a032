/** Calls a function of a bundle with what its call brings. */
import { entryName } from '../../../contract/domain/manifest.ts'
import { parseCalled } from '../../../contract/domain/result/parse-returned.ts'
import { measureResult, type Result } from '../../../contract/domain/result/result.ts'
import type { CallMessage, InputFile } from '../pool-message.ts'
import type { CallValue } from '../put-value.ts'
import { putValue } from '../put-value.ts'
import type { ReportLimiter } from '../report-limiter.ts'
import { describeOversize } from '../result-head.ts'
import { toNextTick } from './active-resources.ts'

/** What arrives behind the message of a call: the bytes of its file, or its data. */
export interface ArrivedInput {
  readonly bytes?: Uint8Array
  readonly values?: readonly CallValue[]
}

/** All that a call brings beside its message. */
interface Given extends ArrivedInput {
  readonly limiter: ReportLimiter
}

/** The exports of a bundle. */
type BundleModule = { readonly [name: string]: unknown }

type BundleFunction = (...args: readonly unknown[]) => unknown

interface Reporter {
  report(text: string, fraction?: number): void
}

/** Returns what a function returns, a tick later; undefined for none. @throws any error of the function */
export async function perform(
  module: BundleModule,
  call: CallMessage,
  { limiter, ...given }: Given,
): Promise<unknown> {
  if (call.loadsOnly) return await toNextTick()
  const fn = findFunction(module, call.functionName)
  const reporter: Reporter = Object.freeze({
    report: (text: string, fraction?: number) => limiter.report(text, fraction),
  })
  try {
    return await fn(...toArguments(call, given, reporter))
  } finally {
    await toNextTick()
  }
}

/** @throws Error where the bundle lacks the function */
function findFunction(module: BundleModule, functionName: string): BundleFunction {
  const fn = module[functionName]
  if (typeof fn === 'function') return (...args) => Reflect.apply(fn, undefined, args)
  throw new Error(`${entryName} of the bundle exports no function of this name; build it again.`)
}

/** Returns the arguments of a call in the order of its parameters. */
function toArguments(
  { parameters, progress, ...call }: CallMessage,
  { bytes, values = [] }: ArrivedInput,
  reporter: Reporter,
): readonly unknown[] {
  if (call.file && bytes) {
    const input: InputFile = { name: call.file.name, bytes, byteLimit: call.resultBytes }
    return [input, reporter]
  }
  const params: { readonly [name: string]: unknown } = JSON.parse(call.params)
  for (const value of values) putValue(params, value)
  return parameters.map((name) => {
    if (name === progress) return reporter
    return Object.hasOwn(params, name) ? params[name] : undefined // every object has a toString
  })
}

/** Returns what a function returned as a result. @throws Error for another type or size */
export function toResult(value: unknown, call: CallMessage): Result {
  const result = parseCalled(value, call)
  const bytes = measureResult(result)
  if (bytes > call.resultBytes) throw new Error(describeOversize(bytes, call.resultBytes))
  return result
}
