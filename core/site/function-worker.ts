/** A worker that calls the functions of one bundle, one after the other. Its end is the end of a run. */
import { isElementArray } from '../domain/result/elements.ts'
import { parseResult } from '../domain/result/parse-result.ts'
import { listArrays, type Result } from '../domain/result/result.ts'
import { createReportLimiter } from '../run/report-limiter.ts'
import { describeThrown } from '../run/run-failure.ts'
import type { FunctionCall, FunctionMessage } from './function-call.ts'
import { ownFiles } from './node/own-files.ts'

let loaded: Promise<object> | undefined

addEventListener('message', async ({ data }: MessageEvent<FunctionCall>) => {
  try {
    loaded ??= load(data)
    const returned = await callFunction(data, await loaded)
    const result = copyArrays(parseResult(returned, data.function.return_type))
    post({ kind: 'result', result }, { transfer: listArrays(result).map(({ buffer }) => buffer) })
  } catch (thrown) {
    post({ kind: 'failed', text: describeThrown(thrown).text })
  }
})

function post(message: FunctionMessage, options: StructuredSerializeOptions = {}): void {
  self.postMessage(message, options)
}

/** Loads the module, which may read its files while it is evaluated. */
async function load({ module, files }: FunctionCall): Promise<object> {
  for (const [name, blob] of files) ownFiles.set(name, new Uint8Array(await blob.arrayBuffer()))
  const script = new Blob([module], { type: 'text/javascript' }) // its server may know no types
  const address = URL.createObjectURL(script)
  try {
    return await import(address)
  } catch (cause) {
    throw new Error(`The bundle did not load: ${describeThrown(cause).text}`, { cause })
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function callFunction(call: FunctionCall, module: object): Promise<unknown> {
  const { name, parameters, progress } = call.function
  const fn: unknown = Reflect.get(module, name)
  if (typeof fn !== 'function') throw new Error('The bundle exports no function of this name.')
  const limiter = createReportLimiter(
    (skipped, reports) => post({ kind: 'reports', skipped, reports }),
    () => performance.now(),
  )
  const reporter = Object.freeze({
    report: (text: unknown, fraction?: unknown) => limiter.report(text, fraction),
  })
  const args = parameters.map((parameter) => {
    if (parameter === progress) return reporter
    return Object.hasOwn(call.params, parameter) ? call.params[parameter] : undefined
  })
  try {
    return await Reflect.apply(fn, undefined, args)
  } finally {
    limiter.flush()
  }
}

/** Returns the result with arrays of its own: views of the memory of the module stay there. */
function copyArrays(result: Result): Result {
  const members = Object.entries(result).map(([name, member]) => [
    name,
    isElementArray(member) ? member.slice() : member,
  ])
  return Object.fromEntries(members)
}
