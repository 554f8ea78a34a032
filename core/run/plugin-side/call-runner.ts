import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '../../domain/job.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { entryName } from '../../domain/manifest.ts'
import { parseResult } from '../../domain/result/parse-result.ts'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { describePluginThrown, toSourceOutput } from '../plugin-stack.ts'
import { type CallMessage, failureLength, messages, outputLength } from '../pool-message.ts'
import { createReportLimiter } from '../report-limiter.ts'
import { describeOversize } from '../result-head.ts'
import { describeThrown } from '../run-failure.ts'
import { toNextTick, watchResources } from './active-resources.ts'
import { keepIntrinsics } from './keep-intrinsics.ts'

/** The transport of messages to the host. */
interface MessageTransport {
  /** Sends synchronously: the message survives the end of the process. */
  send(type: number, head: JsonObject): void
  /** Sends a result with its arrays synchronously, so that leftover plugin code cannot change them. */
  sendResult(run: number, result: Result): void
}

interface Loaded {
  readonly module: { readonly [name: string]: unknown }
  /** See {@link keepIntrinsics}. Taken after loading the module, which may extend them. */
  readonly restore: () => string | undefined
}

type RunName = { readonly run: number; readonly functionName: string }

/**
 * Returns the plugin's side of a pool process or thread: a function that takes a call, loads the bundle's
 * module, calls the function and sends its outcome; it never rejects. Takes over the process's error events
 * and console.
 *
 * One call runs at a time. Timers and promises that a call leaves behind are recognized by the asynchronous
 * context that scheduled them, so that their errors are never attributed to the next call.
 */
export function createCallRunner(transport: MessageTransport): (call: CallMessage) => Promise<void> {
  const runs = new AsyncLocalStorage<RunName>()
  const runAs = runs.run.bind(runs) // an ended run may replace it: the next would begin and never end
  let current: RunName = { run: 0, functionName: '' }
  let folder = ''
  let outputLeft = 0
  let loaded: Loaded | undefined
  const active = watchResources(transport.send)
  /** Sending needs the intrinsics that a plugin may have changed. */
  function putBack(): void {
    const changed = loaded?.restore()
    if (changed !== undefined) transport.send(messages.change, { run: current.run, changed })
  }

  // An error without a context is attributed to the current run, which depends on the broken part.
  function sendLate(thrown: unknown, name = runs.getStore() ?? current): void {
    putBack()
    transport.send(messages.late, { ...name, ...cut(describePluginThrown(thrown, folder)) })
  }

  function sendOutput(chunk: unknown): void {
    if (outputLeft <= 0) return
    const written = toText(chunk).slice(0, outputLeft)
    outputLeft -= written.length
    const text = toSourceOutput(written, folder).slice(0, outputLength).toWellFormed()
    transport.send(messages.output, { run: current.run, text })
  }

  process.on('uncaughtException', (error) => sendLate(error))
  process.on('unhandledRejection', (reason) => sendLate(reason))
  process.on('exit', (code) => transport.send(messages.exit, { ...(runs.getStore() ?? current), code }))
  keepMicrotaskContext(runs, sendLate)
  for (const stream of [process.stdout, process.stderr]) captureOutput(stream, sendOutput)
  return async (call) => {
    const { run, functionName } = call
    current = { run, functionName }
    folder = call.folder
    outputLeft = outputLength
    transport.send(messages.accepted, { run })
    const sendProgress = (skipped: number, reports: readonly Report[]) =>
      transport.send(messages.progress, { run, skipped, reports })
    const limiter = createReportLimiter(sendProgress, () => performance.now())
    active.begin()
    await runAs(current, async () => {
      try {
        loaded ??= await load(folder)
        const returned = await callFunction(call, limiter, loaded.module)
        putBack()
        limiter.flush()
        active.sendLeft(run)
        transport.sendResult(run, parseReturned(returned, call))
      } catch (thrown) {
        putBack()
        limiter.flush()
        active.sendLeft(run)
        transport.send(messages.failure, { run, ...cut(describePluginThrown(thrown, call.folder)) })
      }
    })
  }
}

/** @throws any error of the function, and an Error where the bundle lacks it */
async function callFunction(
  { functionName, parameters, progress, ...call }: CallMessage,
  limiter: ReturnType<typeof createReportLimiter>,
  module: Loaded['module'],
): Promise<unknown> {
  const fn = module[functionName]
  if (typeof fn !== 'function')
    throw new Error(`${entryName} of the bundle exports no function of this name; build it again.`)
  const params: { readonly [name: string]: Json } = JSON.parse(call.params)
  const reporter = Object.freeze({
    report: (text: string, fraction?: number) => limiter.report(text, fraction),
  })
  const args = parameters.map((name) => {
    if (name === progress) return reporter
    return Object.hasOwn(params, name) ? params[name] : undefined // every object has a toString
  })
  try {
    return await Reflect.apply(fn, undefined, args)
  } finally {
    await toNextTick()
  }
}

/** @throws Error for a result of the wrong type or size */
function parseReturned(value: unknown, { returnType, resultBytes }: CallMessage): Result {
  const result = parseResult(value, returnType)
  const bytes = measureResult(result)
  if (bytes > resultBytes) throw new Error(describeOversize(bytes, resultBytes))
  return result
}

async function load(folder: string): Promise<Loaded> {
  try {
    const module = await import(pathToFileURL(join(folder, entryName)).href)
    return { module, restore: keepIntrinsics() }
  } catch (cause) {
    throw new Error(`The bundle did not load: ${describeThrown(cause).text}`, { cause })
  }
}

/** Preserves the context of `queueMicrotask`, without which Node reports its errors. */
function keepMicrotaskContext(
  runs: AsyncLocalStorage<RunName>,
  sendLate: (thrown: unknown, name?: RunName) => void,
): void {
  const queue = globalThis.queueMicrotask
  globalThis.queueMicrotask = (callback) => {
    const name = runs.getStore()
    queue(() => {
      try {
        callback()
      } catch (thrown) {
        sendLate(thrown, name)
      }
    })
  }
}

function toText(chunk: unknown): string {
  return chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk)
}

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
    const callback = rest.find(isCallback)
    if (callback && done.size === 0) queueMicrotask(settle)
    if (callback) done.set(callback, (done.get(callback) ?? 0) + 1)
    return true
  }
}

function isCallback(argument: unknown): argument is (error: null) => void {
  return typeof argument === 'function'
}

function cut({ text, stack }: { text: string; stack: string }): { text: string; stack: string } {
  return {
    text: text.slice(0, failureLength).toWellFormed(),
    stack: stack.slice(0, failureLength).toWellFormed(),
  }
}
