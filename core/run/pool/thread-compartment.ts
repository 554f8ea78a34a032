import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { createDeferred } from '../../domain/deferred.ts'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import type { ThreadMemory, ThreadMessage, ThreadTask } from '../pool-message.ts'
import { describeOutOfMemory, describeThrown, isOutOfMemory } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'
import { type BundleCall, CallNotTaken, type Compartment } from './compartment.ts'
import { Conversation, type IncomingBlocks } from './conversation.ts'

/** The parameters of a pool thread. */
export interface ThreadOptions {
  readonly entry: URL
  readonly heapMebibytes: number
  /** Milliseconds from a call to its acknowledgement. */
  readonly acknowledgement: number
  readonly log: Log
}

/**
 * One pool thread in the host: a tinypool of a single thread, which gets one task at a time and is discarded
 * with its thread. So its queue stays empty, an abort meets only a running task, and a thread ended by a
 * plugin affects its own pool only (each of these ends tinypool 2.2, or the host, otherwise). A killed thread
 * is read no further; one that exited is drained before its end counts.
 */
export class ThreadCompartment implements Compartment {
  readonly ready: Promise<void>
  /** An ended thread first completes a native call. */
  readonly halted: Promise<void>
  readonly gone: Promise<void>
  readonly #options: ThreadOptions
  readonly #pool: Tinypool
  readonly #conversation: Conversation
  readonly #gone = createDeferred<void>()
  #stage: 'live' | 'killed' | 'exited' = 'live'
  #hasCrashed = false
  /** Reads sent messages that the event loop has not delivered yet. */
  #drain: () => void = () => {}
  #incoming: { readonly port: MessagePort; readonly result: IncomingBlocks } | undefined
  #answered: Int32Array = new Int32Array(1)

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#conversation = new Conversation({
      log: options.log,
      kill: () => this.kill(),
      readTail: () => '',
    })
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
    // Before the exit; tinypool's own rejection comes after it.
    thread.once('error', (error: unknown) => this.#end(error))
    thread.once('exit', () => {
      this.#hasCrashed ||= this.#stage === 'live'
      if (this.#stage === 'live') this.#stage = 'exited'
      this.#end('It ended its thread; a function returns its result or throws an Error.')
      this.#gone.resolve()
    })
    this.gone = this.#gone.promise
    this.halted = this.gone
    const task: ThreadTask = { kind: 'start' }
    this.ready = this.#pool.run(task).catch((error: unknown) => this.#end(error))
  }

  get isSound(): boolean {
    return this.#conversation.isSound && this.#stage === 'live'
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed
  }

  async run(call: BundleCall, progress: RunContext['progress'], onBegun: () => void): Promise<Result> {
    await this.ready
    if (!this.isSound) throw new CallNotTaken('the thread has ended')
    const settled = this.#conversation.begin(call, progress, this.#options.acknowledgement, onBegun)
    this.#send(call)
    return await settled
  }

  kill(): void {
    if (this.#stage !== 'live') return
    this.#stage = 'killed'
    this.#pool
      .destroy()
      .catch((cause: unknown) => this.#options.log.debug({ cause }, 'a pool thread did not end cleanly'))
  }

  #send(call: BundleCall): void {
    const { port1, port2 } = new MessageChannel()
    const receive = (message: ThreadMessage) => this.#receive(port1, message)
    port1.on('message', receive)
    this.#drain = () => {
      for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
        receive(next.message)
    }
    // It stays open for leftovers of the run; during the run, tinypool keeps the loop going.
    port1.unref()
    const { bundleName: _, log: __, ...message } = call
    this.#answered = new Int32Array(new SharedArrayBuffer(4))
    const task: ThreadTask = { kind: 'call', call: message, port: port2, answered: this.#answered }
    this.#pool.run(task, { transferList: [port2] }).catch((error: unknown) => this.#end(error))
  }

  #receive(port: MessagePort, message: ThreadMessage): void {
    if (this.#stage === 'killed') return
    try {
      if ('filled' in message) this.#finishResult(port)
      else this.#answer(port, this.#conversation.receive(message.type, message.head))
    } catch (error) {
      const { text } = describeThrown(error)
      this.#conversation.distrust(`It sent something else than its result (${text})`, error)
    }
  }

  #finishResult(port: MessagePort): void {
    const incoming = this.#incoming
    if (incoming?.port !== port) return
    this.#incoming = undefined
    incoming.result.done()
  }

  #answer(port: MessagePort, result: IncomingBlocks | undefined): void {
    if (!result) return
    this.#incoming = { port, result }
    const answer: ThreadMemory = { memory: result.memory }
    port.postMessage(answer)
    Atomics.store(this.#answered, 0, 1)
    Atomics.notify(this.#answered, 0)
  }

  #end(reason: unknown): void {
    this.#hasCrashed ||= this.#stage === 'live'
    this.#drain() // the exit event overtakes the thread's last messages
    const { text, stack } =
      typeof reason === 'string' ? { text: reason, stack: undefined } : describeThrown(reason)
    const { heapMebibytes } = this.#options
    // Kills it, too: after an error tinypool has begun another thread already.
    const mayBeLeft = isOutOfMemory(text)
    const shown = mayBeLeft ? describeOutOfMemory(heapMebibytes) : text
    this.#conversation.end(shown, { cause: stack, mayBeLeft })
  }
}
