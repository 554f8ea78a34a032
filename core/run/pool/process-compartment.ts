/**
 * One pool process as the host sees it: spawned in a group of its own with an empty environment, spoken to
 * over two pipes of our own framing, ended with SIGKILL. Any word that is not understood, and any frame that
 * does not go on, ends it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { JsonObject } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result.ts'
import { encodeFrame, type FrameBody, FrameReader } from '../../wire/frames.ts'
import { headLimits, messages } from '../pool-message.ts'
import { describeOutOfMemory, describeThrown, isOutOfMemory } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'
import type { BundleCall, Compartment } from './compartment.ts'
import { RunExchange } from './conversation.ts'
import { killGroup } from './kill-group.ts'
import type { PoolCommand } from './pool-command.ts'

/** How long the host waits for a process before it gives it up, in milliseconds. */
export interface Patience {
  /** From a call to its acknowledgement. */
  readonly acknowledgement: number
  /** From the start of the process to its first word. */
  readonly start: number
  /** Within a frame, from one piece to the next. */
  readonly frame: number
}

export const defaultPatience: Patience = { acknowledgement: 2000, start: 30_000, frame: 10_000 }

const stderrTail = 4096
/**
 * Bytes of stderr a process may write at full speed; after them it is read, and so writes, in pieces every 20
 * ms.
 */
const stderrFree = 2 ** 20
const stderrPause = 20
/**
 * Time for what is still in the pipes after the exit. A grandchild that inherited them could hold them open
 * for ever.
 */
const drainMilliseconds = 500

export interface ProcessOptions {
  readonly command: PoolCommand
  readonly heapMebibytes: number
  readonly patience: Patience
  readonly log: Log
}

export class ProcessCompartment implements Compartment {
  readonly ready: Promise<void>
  readonly gone: Promise<void>
  readonly #options: ProcessOptions
  readonly #child: ChildProcess
  readonly #words: Readable
  readonly #calls: Writable
  readonly #stderr: Readable
  readonly #exchange: RunExchange
  readonly #reader: FrameReader
  #markReady: () => void = () => {}
  #markGone: () => void = () => {}
  #isReady = false
  #hasEnded = false
  #hasExited = false
  #isKilled = false
  #tail = ''
  #stderrBytes = 0
  #waitTimer: NodeJS.Timeout | undefined
  #frameTimer: NodeJS.Timeout | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.ready = new Promise((resolve) => {
      this.#markReady = resolve
    })
    this.gone = new Promise((resolve) => {
      this.#markGone = resolve
    })
    this.#exchange = new RunExchange(options.log, () => clearTimeout(this.#waitTimer))
    this.#reader = new FrameReader({ headLimits, onFrame: (type, head) => this.#receive(type, head) })
    const { file, args } = options.command
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const
    this.#child = spawn(file, args, { detached: true, env: {}, cwd: '/', stdio: [...stdio] })
    this.#child.on('error', (error) => this.#finish(`its process did not start (${error.message})`))
    if (!this.#child.stdio) throw new Error('too many open files: a pool process needs six descriptors')
    const [, , stderr, words, calls] = this.#child.stdio
    this.#words = words as Readable // as `stdio` asks
    this.#calls = calls as Writable // as `stdio` asks
    this.#stderr = stderr as Readable // as `stdio` asks
    this.#lowerPriority()
    this.#listen()
  }

  get isSound(): boolean {
    return this.#exchange.isSound && !this.#isKilled && !this.#hasExited
  }

  async run(call: BundleCall, progress: RunContext['progress']): Promise<Result> {
    const settled = this.#exchange.open(call, progress)
    if (!this.isSound) this.#exchange.giveBack('the process has ended')
    else this.#begin(call)
    return settled
  }

  kill(): void {
    this.#isKilled = true
    if (this.#child.pid === undefined || this.#hasExited) return
    // Nothing that is still unread is wanted.
    for (const stream of [this.#words, this.#stderr]) stream.destroy()
    killGroup(this.#child.pid)
  }

  #begin(call: BundleCall): void {
    const { patience } = this.#options
    const { bundleName: _, ...words } = call
    this.#calls.write(encodeFrame(messages.call, words))
    // The pipe is read once more before it counts as silent: it may be the host that was busy.
    const giveUp = () => setImmediate(() => this.#giveUp())
    this.#waitTimer = setTimeout(giveUp, this.#isReady ? patience.acknowledgement : patience.start)
  }

  #giveUp(): void {
    if (!this.#exchange.isPending) return
    this.#exchange.giveBack(`it did not take the call. ${this.#tail}`)
    this.kill()
  }

  #lowerPriority(): void {
    if (this.#child.pid === undefined) return
    try {
      setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch (cause) {
      this.#options.log.debug({ cause }, 'a pool process ended before its priority was lowered')
    }
  }

  #listen(): void {
    this.#words.on('data', (chunk: Uint8Array) => this.#read(chunk))
    this.#stderr.on('data', (chunk: Buffer) => this.#readStderr(chunk))
    // A broken pipe is always followed by the exit, or by a call that is not acknowledged; there is nothing
    // else to do.
    for (const stream of [this.#words, this.#calls, this.#stderr]) stream.on('error', () => this.kill())
    this.#child.on('exit', (code, signal) => {
      this.#hasExited = true
      if (this.#child.pid !== undefined) killGroup(this.#child.pid) // what it has left behind in its group
      const finish = () => this.#finish(this.#describeExit(code, signal))
      const drained = setTimeout(finish, drainMilliseconds)
      this.#child.once('close', () => {
        clearTimeout(drained)
        finish()
      })
    })
  }

  #read(chunk: Uint8Array): void {
    try {
      this.#reader.push(chunk)
    } catch (error) {
      this.#exchange.distrust(`it sent something else than its result (${describeThrown(error).text})`, error)
      this.kill()
    }
    this.#watchFrame()
  }

  #watchFrame(): void {
    if (this.#reader.isInside && this.#frameTimer) {
      this.#frameTimer.refresh()
      return
    }
    clearTimeout(this.#frameTimer)
    this.#frameTimer = undefined
    if (!this.#reader.isInside || this.#hasExited) return
    this.#frameTimer = setTimeout(() => {
      this.#exchange.distrust('it sent the beginning of a message on the pipe of the host and not its end')
      this.kill()
    }, this.#options.patience.frame)
  }

  #receive(type: number, head: JsonObject): FrameBody | undefined {
    if (type === messages.ready) {
      this.#isReady = true
      this.#markReady()
    }
    const incoming = this.#exchange.receive(type, head)
    if (!this.#exchange.isSound && type === messages.late) this.#onLate()
    if (!incoming) return undefined
    const run = head.run as number // receive has found a current run of this number
    return { targets: incoming.targets, done: () => this.#exchange.finishResult(run, incoming) }
  }

  #onLate(): void {
    if (!this.#exchange.isOpen) this.kill()
  }

  #readStderr(chunk: Buffer): void {
    this.#tail = (this.#tail + chunk.toString('latin1')).slice(-stderrTail)
    this.#stderrBytes += chunk.length
    if (this.#stderrBytes < stderrFree || this.#hasExited) return
    this.#stderr.pause()
    setTimeout(() => this.#stderr.resume(), stderrPause)
  }

  #finish(text: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#waitTimer)
    clearTimeout(this.#frameTimer)
    this.#words.destroy()
    this.#calls.destroy()
    if (this.#exchange.isPending) this.#exchange.giveBack(`${text} ${this.#tail}`)
    else this.#exchange.end(text, this.#tail || undefined)
    this.#markReady()
    this.#markGone()
  }

  #describeExit(code: number | null, signal: NodeJS.Signals | null): string {
    if (isOutOfMemory(this.#tail)) return describeOutOfMemory(this.#options.heapMebibytes)
    if (signal !== null) return `its process was ended by ${signal}.`
    return `it ended its process with exit code ${code}; a function returns its result or throws an Error.`
  }
}
