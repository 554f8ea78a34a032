import type { Log } from '../../../contract/domain/log.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import { createDeferred } from '../../../contract/time/deferred.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import {
  encodeFrame,
  encodeListFrame,
  type FrameBody,
  FrameError,
  FrameReader,
} from '../../../contract/wire/frames.ts'
import { headLimits, messages } from '../pool-message.ts'
import { isOutOfMemory } from '../run-failure.ts'
import type { Command } from '../walls/enclose.ts'
import { type BundleCall, type CallEvents, CallNotTaken, type Compartment } from './compartment.ts'
import { Conversation } from './conversation.ts'
import { readPaced } from './paced-reader.ts'
import { findSignal, killGroup, lowerSession, sendBody, startPoolProcess } from './pool-command.ts'
import { createRestWatch } from './rest-watch.ts'
import { toSentData } from './sent-data.ts'

/** The timeouts for a process, in milliseconds. */
export interface CompartmentWaits {
  /** From a call to its acknowledgement. */
  readonly acknowledgement: number
  /** From the start of the process to its first message. */
  readonly start: number
  /** Within a frame, from one piece to the next. */
  readonly frame: number
}

/** The timeouts of a host; tests have shorter ones. */
export const defaultWaits: CompartmentWaits = { acknowledgement: 2000, start: 30_000, frame: 10_000 }

const stderrTail = 4096
/** Bytes of stderr at full speed; the rest is read, and so written, in pieces every 20 ms. */
const stderrFree = 2 ** 20
const stderrPause = 20
/** Time to drain the pipes after the exit. A grandchild that inherited them could hold them open for ever. */
const drainMilliseconds = 500

/** The parameters of a pool process. */
export interface ProcessOptions {
  readonly command: Command
  readonly processes: number
  readonly isCurrent: () => boolean
  /** A sentence for a call that fills its memory. */
  readonly outOfMemory: string
  readonly waits: CompartmentWaits
  readonly log: Log
}

/**
 * One pool process in the host: spawned in a group of its own with an empty environment, connected by two
 * pipes with the host's own framing, ended with SIGKILL. An unknown message or a stalled frame ends it. Its
 * stages:
 *
 * | stage | `ready` comes | `kill` | the process exits | its pipes are drained, or it did not start |
 * | --- | --- | --- | --- | --- |
 * | starting | ready | killed | exited | gone |
 * | ready | ready | killed | exited | |
 * | killed | | killed | exited | gone |
 * | exited | | | | gone |
 */
export class ProcessCompartment implements Compartment {
  readonly #ready = createDeferred<void>()
  readonly ready = this.#ready.promise
  readonly #halted = createDeferred<void>()
  readonly halted = this.#halted.promise
  readonly #gone = createDeferred<void>()
  readonly gone = this.#gone.promise
  readonly #seen = createDeferred<JsonObject | string>()
  /** Resolves with its first report on its walls, or with the reason for its absence. */
  readonly seen = this.#seen.promise
  readonly #options: ProcessOptions
  readonly #process: ReturnType<typeof startPoolProcess>
  readonly #rest: ReturnType<typeof createRestWatch> | undefined
  readonly #conversation: Conversation
  readonly #reader: FrameReader
  readonly #endOutput: () => void
  readonly #frameDeadline = createDeadline(() => this.#endStalled())
  #stage: 'starting' | 'ready' | 'killed' | 'exited' | 'gone' = 'starting'
  #hasCrashed = false
  #tail = ''
  #stderrBytes = 0

  /** Starts the process. @throws Error when the host is out of descriptors */
  constructor(options: ProcessOptions) {
    this.#options = options
    this.#conversation = new Conversation({
      log: options.log,
      kill: () => this.kill(),
      readTail: () => this.#tail,
    })
    this.#reader = new FrameReader({ headLimits, onFrame: (type, head) => this.#receive(type, head) })
    const { command, processes, log } = options
    const onError = (error: Error) => this.#finish(`its process did not start (${error.message})`)
    this.#process = startPoolProcess(command, onError)
    const { pid } = this.#process.child
    const onLeft = (left: string): void => {
      log.debug({ left }, 'a run left something behind; its process is ended')
      this.kill()
    }
    this.#rest = pid === undefined ? undefined : createRestWatch(pid, processes, onLeft)
    this.#endOutput = readPaced({
      source: this.#process.output,
      reader: this.#reader,
      onRead: (isWaiting) => this.#watchFrame(isWaiting),
      onError: (error) => this.#conversation.distrustMessage(error),
      now: () => performance.now(),
    })
    this.#listen()
  }

  get isSound(): boolean {
    return this.#conversation.isSound && this.#isLive && this.#options.isCurrent()
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed
  }

  async run(call: BundleCall, events: CallEvents): Promise<Result> {
    return await this.#call(call, (wait) => this.#conversation.begin(call, events, wait))
  }

  async load(call: BundleCall): Promise<void> {
    await this.#call(call, (wait) => this.#conversation.beginLoad(call, wait))
  }

  async #call<T>(call: BundleCall, begin: (waitMilliseconds: number) => Promise<T>): Promise<T> {
    if (!this.isSound) throw new CallNotTaken('the process has ended')
    const { waits } = this.#options
    const settled = begin(this.#stage === 'starting' ? waits.start : waits.acknowledgement)
    this.#rest?.end()
    const sent = this.ready.then(async () => await this.#send(call))
    const failed = sent.then(() => settled)
    return await Promise.race([settled, failed]).finally(() => this.#isLive && this.#rest?.begin())
  }

  /** Sends a call, and its file or data as fast as the process reads them. @throws the error of the file */
  async #send(given: BundleCall): Promise<void> {
    const { bundleName: _, log: __, onPeak: ___, fileName, file, data, ...call } = given
    if (!this.#isLive) return
    const { calls } = this.#process
    const own = { ...call, ...(file && { file: { name: fileName ?? '', byteLength: file.byteLength } }) }
    const toFrame = (items: readonly Uint8Array[]) =>
      encodeListFrame(messages.call, own, { name: 'data', items })
    const sent = data ? await toSentData(data, toFrame) : undefined
    if (!this.#isLive) return
    if (!sent) calls.write(encodeFrame(messages.call, own))
    const body = sent ?? file
    if (!body) return
    try {
      await sendBody(body, calls, () => this.#isLive)
    } catch (error) {
      this.kill() // it waits for the rest
      throw error
    }
  }

  kill(): void {
    if (this.#stage === 'exited' || this.#stage === 'gone') return
    this.#stage = 'killed'
    this.#rest?.end()
    const { child, stderr } = this.#process
    if (child.pid === undefined) return
    this.#endOutput()
    stderr.destroy()
    killGroup(child.pid)
    this.#halted.resolve() // no instruction of a process follows its SIGKILL
  }

  get #isLive(): boolean {
    return this.#stage === 'starting' || this.#stage === 'ready'
  }

  #listen(): void {
    const { child, output, calls, stderr } = this.#process
    stderr.on('data', (chunk) => this.#readStderr(chunk))
    // A broken pipe is always followed by the exit or a missing acknowledgement.
    for (const stream of [output, calls, stderr]) stream.on('error', () => this.kill())
    child.on('exit', (code, signal) => {
      this.#hasCrashed = this.#isLive
      this.#stage = 'exited'
      this.#rest?.end()
      if (child.pid !== undefined) killGroup(child.pid) // ends leftovers in its group
      const finish = () => this.#finish(this.#describeExit(code, signal))
      const drained = setTimeout(finish, drainMilliseconds)
      const onDrained = (): void => {
        clearTimeout(drained)
        finish()
      }
      child.once('close', () => {
        if (output.closed) onDrained()
        else output.once('close', onDrained)
      })
    })
  }

  #lowerSession(): void {
    const { pid } = this.#process.child
    try {
      if (pid !== undefined) lowerSession(pid)
    } catch (cause) {
      this.#options.log.debug({ cause }, 'the priority of a pool process could not be lowered further')
    }
  }

  /** Ends a process that stalls within a frame, unless the host is the slow side. */
  #watchFrame(isWaiting: boolean): void {
    if (this.#reader.isInside && isWaiting && this.#isLive)
      this.#frameDeadline.start(this.#options.waits.frame / 1000)
    else this.#frameDeadline.stop()
  }

  #endStalled(): void {
    this.#conversation.distrust('It sent the beginning of a message on the pipe of the host and not its end')
  }

  #receive(type: number, head: JsonObject): FrameBody | undefined {
    if (type !== messages.ready) return this.#conversation.receive(type, head)
    if (this.#stage !== 'starting') throw new FrameError('a process that was ready said so again')
    this.#stage = 'ready'
    this.#lowerSession()
    this.#seen.resolve(head)
    this.#ready.resolve()
    return undefined
  }

  #readStderr(chunk: Buffer): void {
    this.#tail = (this.#tail + chunk.toString('latin1')).slice(-stderrTail)
    this.#stderrBytes += chunk.length
    if (this.#stderrBytes < stderrFree || !this.#isLive) return
    const { stderr } = this.#process
    stderr.pause()
    setTimeout(() => stderr.resume(), stderrPause)
  }

  #finish(text: string): void {
    if (this.#stage === 'gone') return
    this.#stage = 'gone'
    this.#frameDeadline.stop()
    this.#endOutput()
    this.#process.calls.destroy()
    this.#seen.resolve(this.#tail.trim().replaceAll(/\s+/g, ' ') || 'it ended before it was ready')
    this.#conversation.end(text, { mayBeLeft: isOutOfMemory(this.#tail) })
    this.#ready.resolve()
    this.#halted.resolve()
    this.#gone.resolve()
  }

  #describeExit(code: number | null, own: NodeJS.Signals | null): string {
    if (isOutOfMemory(this.#tail)) return this.#options.outOfMemory
    const signal = own ?? findSignal(code)
    if (signal !== undefined) return `Its process was ended by ${signal}.`
    return `It ended its process with exit code ${code}; a function returns its result or throws an Error.`
  }
}
