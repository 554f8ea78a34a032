/**
 * One pool thread as the host sees it: a tinypool of a single thread, which is handed one task at a time and
 * thrown away with its thread. So its queue stays empty, an abort never meets a task it does not run, and a
 * thread that a plugin has ended costs its own pool alone (each of these ends tinypool 2.2, or the host,
 * otherwise).
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result.ts'
import { messages } from '../pool-message.ts'
import type { Incoming } from '../result-head.ts'
import { describeOutOfMemory, describeThrown, isOutOfMemory } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'
import type { ThreadMemory, ThreadTask, ThreadWord } from '../thread-talk.ts'
import type { BundleCall, Compartment } from './compartment.ts'
import { RunExchange } from './conversation.ts'

export interface ThreadOptions {
  readonly entry: URL
  readonly heapMebibytes: number
  /** Milliseconds from a call to its acknowledgement. */
  readonly acknowledgement: number
  readonly log: Log
}

export class ThreadCompartment implements Compartment {
  readonly ready: Promise<void>
  readonly gone: Promise<void>
  readonly #options: ThreadOptions
  readonly #pool: Tinypool
  readonly #exchange: RunExchange
  #waitTimer: NodeJS.Timeout | undefined
  /** Reads what the thread has sent and the event loop has not delivered yet. */
  #drain: () => void = () => {}
  #isKilled = false
  #hasExited = false
  #incoming: Incoming | undefined
  #answered: Int32Array = new Int32Array(1)

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#exchange = new RunExchange(options.log, () => clearTimeout(this.#waitTimer))
    this.#pool = new Tinypool({
      filename: options.entry.href,
      minThreads: 1,
      maxThreads: 1,
      useAtomics: false,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.heapMebibytes },
    })
    this.#pool.on('error', (error: unknown) => this.#end(error))
    const [thread] = this.#pool.threads
    if (!thread) throw new Error('tinypool has started no thread')
    thread.once('error', (error: unknown) => this.#end(error)) // before the exit; tinypool's own rejection comes after it
    this.gone = new Promise((resolve) => {
      thread.once('exit', () => {
        this.#hasExited = true
        this.#end('it ended its thread; a function returns its result or throws an Error.')
        resolve()
      })
    })
    this.ready = this.#pool.run({} satisfies ThreadTask).catch((error: unknown) => this.#end(error))
  }

  get isSound(): boolean {
    return this.#exchange.isSound && !this.#isKilled && !this.#hasExited
  }

  async run(call: BundleCall, progress: RunContext['progress']): Promise<Result> {
    await this.ready
    const settled = this.#exchange.open(call, progress)
    if (!this.isSound) this.#exchange.giveBack('the thread has ended')
    else this.#begin(call)
    return settled
  }

  kill(): void {
    if (this.#isKilled || this.#hasExited) return
    this.#isKilled = true
    this.#pool
      .destroy()
      .catch((cause: unknown) => this.#options.log.debug({ cause }, 'a pool thread did not end cleanly'))
  }

  #begin(call: BundleCall): void {
    const { port1, port2 } = new MessageChannel()
    const receive = (word: ThreadWord) => this.#receive(port1, call.run, word)
    port1.on('message', receive)
    this.#drain = () => {
      for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
        receive(next.message)
    }
    // It stays open for what the run leaves behind; while the run lasts, tinypool keeps the loop going.
    port1.unref()
    const { bundleName: _, ...words } = call
    this.#answered = new Int32Array(new SharedArrayBuffer(4))
    const task: ThreadTask = { call: words, port: port2, answered: this.#answered }
    this.#pool.run(task, { transferList: [port2] }).catch((error: unknown) => this.#end(error))
    // As for a process: what has arrived is read before the thread counts as silent.
    this.#waitTimer = setTimeout(() => setImmediate(() => this.#giveUp()), this.#options.acknowledgement)
  }

  #giveUp(): void {
    if (!this.#exchange.isPending) return
    this.#exchange.giveBack('it did not take the call')
    this.kill()
  }

  #receive(port: MessagePort, run: number, word: ThreadWord): void {
    if (this.#isKilled) return
    try {
      if ('filled' in word) {
        if (this.#incoming) this.#exchange.finishResult(run, this.#incoming)
        this.#incoming = undefined
      } else this.#hear(port, word)
    } catch (error) {
      this.#exchange.distrust(`it sent something else than its result (${describeThrown(error).text})`, error)
      this.#end(error)
    }
  }

  #hear(port: MessagePort, { type, head }: Extract<ThreadWord, { type: number }>): void {
    const incoming = this.#exchange.receive(type, head)
    if (incoming) {
      this.#incoming = incoming
      port.postMessage({ memory: incoming.memory } satisfies ThreadMemory)
      Atomics.store(this.#answered, 0, 1)
      Atomics.notify(this.#answered, 0)
    }
    if (type === messages.late && !this.#exchange.isOpen) this.kill()
  }

  #end(reason: unknown): void {
    clearTimeout(this.#waitTimer)
    this.#drain() // the news of the end overtakes what the thread sent before it
    const { text, stack } =
      typeof reason === 'string' ? { text: reason, stack: undefined } : describeThrown(reason)
    const { heapMebibytes } = this.#options
    if (this.#exchange.isPending) this.#exchange.giveBack(text)
    else this.#exchange.end(isOutOfMemory(text) ? describeOutOfMemory(heapMebibytes) : text, stack)
    this.kill() // after an error tinypool has begun another thread already
  }
}
