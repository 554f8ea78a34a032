import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '../../../contract/domain/job.ts'
import { entryName, nativePackagesKey } from '../../../contract/domain/manifest.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { describePluginThrown, toSourceOutput } from '../plugin-stack.ts'
import { type CallMessage, failureLength, messages, outputLength } from '../pool-message.ts'
import { createReportLimiter, type ReportLimiter } from '../report-limiter.ts'
import { describeThrown } from '../run-failure.ts'
import { watchResources } from './active-resources.ts'
import { keepIntrinsics } from './keep-intrinsics.ts'
import { type ArrivedInput, perform, toResult } from './perform.ts'

/** The transport of messages to the host. */
interface MessageTransport {
  /** Sends synchronously: the message survives the end of the process. */
  send(type: number, head: JsonObject): void
  /** Sends a result with its arrays synchronously, so that leftover plugin code cannot change them. */
  sendResult(run: number, result: Result): void
}

/** Bundles find the place of packages with native code under this name. */
const packagesKey = Symbol.for(nativePackagesKey)

/** Resident bytes above which a process of files is not kept for the next. */
const keptBytes = 192 * 2 ** 20
const { memoryUsage } = process

interface Loaded {
  readonly module: { readonly [name: string]: unknown }
  /** See {@link keepIntrinsics}. Taken after loading the module, which may extend them. */
  readonly restore: () => string | undefined
}

/** Runs a call, with what arrives after it. */
type RunCall = (call: CallMessage, arriving?: Promise<ArrivedInput>) => Promise<void>

type RunName = { readonly run: number; readonly functionName: string }

/**
 * Returns the plugin's side of a pool process or thread: a function that takes a call, loads the bundle's
 * module, calls the function and sends its outcome; it never rejects. Takes over the process's error events
 * and console.
 *
 * One call runs at a time. Timers and promises that a call leaves behind are recognized by the asynchronous
 * context that scheduled them, so that their errors are never attributed to the next call.
 */
export function createCallRunner(transport: MessageTransport): RunCall {
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
  return async (call, arriving) => {
    const { run, functionName } = call
    current = { run, functionName }
    folder = call.folder
    outputLeft = outputLength
    transport.send(messages.accepted, { run })
    const limiter = createLimiter(transport, run)
    const endCall = (): void => {
      putBack()
      limiter.flush()
      active.sendLeft(run)
      if (call.file && memoryUsage.rss() > keptBytes) transport.send(messages.left, { run, left: 'memory' })
    }
    active.begin()
    await runAs(current, async () => {
      try {
        loaded ??= await loadFor(call, transport)
        const returned = await perform(loaded.module, call, { ...(await arriving), limiter })
        endCall()
        sendOutcome(transport, call, returned)
      } catch (thrown) {
        endCall()
        transport.send(messages.failure, { run, ...toFailure(thrown, call) })
      }
    })
  }
}

/** Loads the bundle of a call, and tells so where the call does more. */
async function loadFor(call: CallMessage, { send }: MessageTransport): Promise<Loaded> {
  const loaded = await load(call)
  if (!call.loadsOnly) send(messages.loaded, { run: call.run })
  return loaded
}

function sendOutcome({ send, sendResult }: MessageTransport, call: CallMessage, returned: unknown): void {
  const { run, loadsOnly } = call
  if (loadsOnly) send(messages.loaded, { run })
  else sendResult(run, toResult(returned, call))
}

function createLimiter({ send }: MessageTransport, run: number): ReportLimiter {
  const sendProgress = (skipped: number, reports: readonly Report[]) =>
    send(messages.progress, { run, skipped, reports })
  return createReportLimiter(sendProgress, () => performance.now())
}

/** The refusal of a file has its code, which an error of a plugin is not asked for. */
function toFailure(thrown: unknown, { file, folder }: CallMessage): JsonObject {
  const failure = cut(describePluginThrown(thrown, folder))
  const isCoded = file && thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
  return isCoded ? { ...failure, code: String(thrown.code) } : failure
}

async function load({ folder, variables, packages }: CallMessage): Promise<Loaded> {
  Object.assign(process.env, variables)
  Reflect.set(globalThis, packagesKey, packages)
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
