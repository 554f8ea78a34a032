import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Log } from '../../../contract/domain/log.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { ThreadMessage, ThreadTask } from '../pool-message.ts'
import { copyData } from '../put-value.ts'
import { describeOutOfMemory, describeThrown, isOutOfMemory } from '../run-failure.ts'
import { TaskThread, type TaskThreadOptions } from '../task-thread.ts'
import { type BundleCall, type CallEvents, CallNotTaken, type Compartment } from './compartment.ts'
import { Conversation, type IncomingBlocks } from './conversation.ts'

interface ThreadCompartmentOptions extends TaskThreadOptions {
  readonly heapMebibytes: number
  readonly acknowledgement: number
  readonly log: Log
}

/**
 * One pool thread in the host. A killed thread is read no further; one that ended by itself is drained before
 * its end counts.
 */
export class ThreadCompartment implements Compartment {
  readonly ready: Promise<void>
  /** An ended thread first completes a native call. */
  readonly halted: Promise<void>
  readonly gone: Promise<void>
  readonly #options: ThreadCompartmentOptions
  readonly #thread: TaskThread
  readonly #conversation: Conversation
  /** Reads sent messages that the event loop has not delivered yet. */
  #drain: () => void = () => {}
  #incoming: { readonly port: MessagePort; readonly result: IncomingBlocks } | undefined
  #answered: Int32Array = new Int32Array(1)

  /** `acknowledgement`: milliseconds from a call to its acknowledgement. */
  constructor(options: ThreadCompartmentOptions) {
    this.#options = options
    this.#conversation = new Conversation({
      log: options.log,
      kill: () => this.kill(),
      readTail: () => '',
    })
    this.#thread = new TaskThread(options)
    this.gone = this.#thread.gone
    this.halted = this.gone
    void this.#thread.ended.then((error) => this.#end(error))
    this.ready = this.#perform({ kind: 'start' })
  }

  get isSound(): boolean {
    return this.#conversation.isSound && this.#thread.stage === 'live'
  }

  get hasCrashed(): boolean {
    return this.#thread.stage === 'crashed'
  }

  async run(call: BundleCall, events: CallEvents): Promise<Result> {
    return await this.#call(call, (wait) => this.#conversation.begin(call, events, wait))
  }

  async load(call: BundleCall): Promise<void> {
    await this.#call(call, (wait) => this.#conversation.beginLoad(call, wait))
  }

  async #call<T>(call: BundleCall, begin: (waitMilliseconds: number) => Promise<T>): Promise<T> {
    await this.ready
    if (!this.isSound) throw new CallNotTaken('the thread has ended')
    const settled = begin(this.#options.acknowledgement)
    this.#send(call)
    return await settled
  }

  kill(): void {
    this.#thread.kill()
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
    const { bundleName: _, log: __, onPeak: ___, fileName: ____, file: _____, data = [], ...message } = call
    this.#answered = new Int32Array(new SharedArrayBuffer(4))
    // A copy: the thread would write into the host's own arrays.
    const values = data.map(copyData)
    const task = { kind: 'call', call: message, values, port: port2, answered: this.#answered } as const
    void this.#perform(task, [port2])
  }

  async #perform(task: ThreadTask, transferList?: readonly MessagePort[]): Promise<void> {
    try {
      await this.#thread.run<void>(task, transferList)
    } catch (error) {
      if (this.#thread.stage === 'live') this.#end(error) // otherwise its end comes, too
    }
  }

  #receive(port: MessagePort, message: ThreadMessage): void {
    if (this.#thread.stage === 'killed') return
    try {
      if ('filled' in message) this.#finishResult(port)
      else this.#answer(port, this.#conversation.receive(message.type, message.head))
    } catch (error) {
      this.#conversation.distrustMessage(error)
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
    port.postMessage(result.memory)
    Atomics.store(this.#answered, 0, 1)
    Atomics.notify(this.#answered, 0)
  }

  #end(error: unknown): void {
    this.#drain() // the end overtakes the thread's last messages
    const { text, stack } =
      error === undefined
        ? { text: 'It ended its thread; a function returns its result or throws an Error.', stack: undefined }
        : describeThrown(error)
    const mayBeLeft = isOutOfMemory(text)
    const shown = mayBeLeft ? describeOutOfMemory(this.#options.heapMebibytes) : text
    this.#conversation.end(shown, { cause: stack, mayBeLeft })
  }
}
