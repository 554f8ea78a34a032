/** A worker that calls the functions of one bundle, one after the other. Its end is the end of a run. */
import { parseReturned } from '../../contract/domain/result/parse-returned.ts'
import { listArrays, mapArrays } from '../../contract/domain/result/result.ts'
import { toReturned } from '../../contract/domain/result/returned.ts'
import { putValue } from '../../engine/run/put-value.ts'
import { createReportLimiter } from '../../engine/run/report-limiter.ts'
import { describeThrown } from '../../engine/run/run-failure.ts'
import { createModuleStart, provideWorkers } from './bundle-worker.ts'
import type { FunctionCall, FunctionMessage, ModuleStart } from './function-call.ts'
import { ownFiles } from './node/own-files.ts'

let loaded: Promise<object> | undefined

addEventListener('message', listen)

/** A worker is one of a function or of a module from its first message on. */
async function listen(event: MessageEvent<FunctionCall | ModuleStart>): Promise<void> {
  const { data } = event
  if (data.kind === 'start') {
    removeEventListener('message', listen)
    await createModuleStart(load)(event)
  } else await answer(data)
}

async function answer(call: FunctionCall): Promise<void> {
  try {
    loaded ??= load(call)
    const returned = await callFunction(call, await loaded)
    // Views of the memory of the module stay there.
    const parsed = parseReturned(returned, toReturned(call.function))
    const result = mapArrays(parsed, (array) => array.slice())
    post({ kind: 'result', result }, { transfer: listArrays(result).map(({ buffer }) => buffer) })
  } catch (thrown) {
    post({ kind: 'failed', text: describeThrown(thrown).text })
  }
}

function post(message: FunctionMessage, options: StructuredSerializeOptions = {}): void {
  self.postMessage(message, options)
}

/** Loads the module, which may read its files while it is evaluated. */
async function load({ module, parts }: Pick<FunctionCall, 'module' | 'parts'>): Promise<object> {
  provideWorkers(parts)
  for (const [name, blob] of parts.files) ownFiles.set(name, new Uint8Array(await blob.arrayBuffer()))
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
  for (const value of call.data) putValue(call.params, value) // both are copies of this call alone
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
