/**
 * The plugin's side of a pool process or thread: takes a call, loads the bundle's module, calls the function,
 * and says how it went. One call runs at a time; whatever a call leaves behind (timers, promises) is told
 * apart by the asynchronous context in which it was scheduled, so that its errors are never blamed on the
 * next call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Json, JsonObject } from '../../domain/json.ts'
import { entryName } from '../../domain/manifest.ts'
import { parseResult } from '../../domain/parse-result.ts'
import { measureResult, type Result } from '../../domain/result.ts'
import { describePluginThrown, toSourceOutput } from '../plugin-stack.ts'
import { type Call, failureLength, messages, outputLength } from '../pool-message.ts'
import { describeOversize } from '../result-head.ts'
import { describeThrown } from '../run-failure.ts'
import { createReportLimiter, type ReportLimiter } from './report-limiter.ts'

/** How this side is heard by the host. */
export interface Voice {
  /** Says a message now: it is on its way when this returns, even if the process ends at once. */
  say(type: number, head: JsonObject): void
  /**
   * Says a result with its arrays, as they are when it is called: nothing a plugin has left behind runs
   * before it returns.
   */
  sayResult(run: number, result: Result): void
}

/** Whose a timer, promise or microtask is. */
type RunName = { readonly run: number; readonly functionName: string }

/** Returns what runs one call. It takes over the process's error events and console; never rejects. */
export function createCallRunner(voice: Voice): (call: Call) => Promise<void> {
  const runs = new AsyncLocalStorage<RunName>()
  let current: RunName = { run: 0, functionName: '' }
  let folder = ''
  let outputLeft = 0

  // An error without a context is blamed on the current run: something it depends on is broken.
  function sayLate(thrown: unknown, name = runs.getStore() ?? current): void {
    voice.say(messages.late, { ...name, ...cut(describePluginThrown(thrown, folder)) })
  }

  function sayOutput(chunk: unknown): void {
    if (outputLeft <= 0) return
    const text = (chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk)).slice(
      0,
      outputLeft,
    )
    outputLeft -= text.length
    voice.say(messages.output, {
      run: current.run,
      text: toSourceOutput(text, folder).slice(0, outputLength).toWellFormed(),
    })
  }

  process.on('uncaughtException', (error) => sayLate(error))
  process.on('unhandledRejection', (reason) => sayLate(reason))
  process.on('exit', (code) => voice.say(messages.exit, { ...(runs.getStore() ?? current), code }))
  keepMicrotaskContext(runs, sayLate)
  captureOutput(process.stdout, sayOutput)
  captureOutput(process.stderr, sayOutput)

  return async (call) => {
    const { run, functionName } = call
    current = { run, functionName }
    folder = call.folder
    outputLeft = outputLength
    voice.say(messages.accepted, { run })
    const sayProgress = (skipped: number, texts: readonly string[]) =>
      voice.say(messages.progress, { run, skipped, texts })
    const limiter = createReportLimiter(sayProgress, () => performance.now())
    await runs.run(current, async () => {
      try {
        const result = await callFunction(call, limiter)
        limiter.flush()
        voice.sayResult(run, result)
      } catch (thrown) {
        limiter.flush()
        voice.say(messages.failure, { run, ...cut(describePluginThrown(thrown, call.folder)) })
      }
    })
  }
}

/**
 * @throws whatever the function throws, and Errors for a module, a function or a result that is not as
 * declared.
 */
async function callFunction(call: Call, limiter: ReportLimiter): Promise<Result> {
  const { functionName, progress, resultBytes } = call
  const module = await loadModule(call.folder)
  const fn = module[functionName]
  if (typeof fn !== 'function')
    throw new Error(`${entryName} of the bundle exports no function of this name; build it again.`)
  const params = JSON.parse(call.params) as { [name: string]: Json } // the host's own words
  const reporter = Object.freeze({ report: (text: string) => limiter.report(text) })
  const args = call.parameters.map((name) => (name === progress ? reporter : params[name]))
  const result = parseResult(await Reflect.apply(fn, undefined, args), call.returnType)
  const bytes = measureResult(result)
  if (bytes > resultBytes) throw new Error(describeOversize(bytes, resultBytes))
  return result
}

async function loadModule(folder: string): Promise<{ readonly [name: string]: unknown }> {
  try {
    return await import(pathToFileURL(join(folder, entryName)).href)
  } catch (cause) {
    throw new Error(`the bundle did not load: ${describeThrown(cause).text}`, { cause })
  }
}

/** Node reports an error of `queueMicrotask` without the context in which it was queued; this keeps it. */
function keepMicrotaskContext(
  runs: AsyncLocalStorage<RunName>,
  sayLate: (thrown: unknown, name?: RunName) => void,
): void {
  const queue = globalThis.queueMicrotask
  globalThis.queueMicrotask = (callback) => {
    const name = runs.getStore()
    queue(() => {
      try {
        callback()
      } catch (thrown) {
        sayLate(thrown, name)
      }
    })
  }
}

/** Leads what is written to a console stream to `take`; nothing of it blocks or piles up. */
function captureOutput(stream: NodeJS.WriteStream, take: (chunk: unknown) => void): void {
  // console passes one function for all its lines: 300,000 of them must not queue as many microtasks.
  const done = new Map<(error: null) => void, number>()
  const settle = () => {
    const settled = [...done]
    done.clear()
    for (const [callback, count] of settled) for (let i = 0; i < count; i++) callback(null)
  }
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    take(chunk)
    const callback = rest.find((argument) => typeof argument === 'function') as
      | ((error: null) => void)
      | undefined // a stream's
    if (callback && done.size === 0) queueMicrotask(settle)
    if (callback) done.set(callback, (done.get(callback) ?? 0) + 1)
    return true
  }
}

function cut({ text, stack }: { text: string; stack: string }): { text: string; stack: string } {
  return {
    text: text.slice(0, failureLength).toWellFormed(),
    stack: stack.slice(0, failureLength).toWellFormed(),
  }
}
