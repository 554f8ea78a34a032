/**
 * The host's half of the conversation with one compartment: knows which call is being run there, parses every message as
 * hostile, passes progress on, and settles the call once. What an ended run still says goes to the log or nowhere.
 */

import { messageLength, messageLimit } from '../domain/job.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import type { Log } from '../domain/log.ts'
import { parseResult, type Result } from '../domain/result.ts'
import { FrameError } from '../wire/frames.ts'
import { type BundleCall, CallNotTaken } from './compartment.ts'
import { messages, outputLength } from './pool-message.ts'
import { type Incoming, toIncoming } from './result-head.ts'
import { nameFunction, toFunctionFailure } from './run-failure.ts'
import type { RunContext } from './runner.ts'

interface Current {
  readonly call: BundleCall
  readonly progress: RunContext['progress']
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  outputLeft: number
}

export class RunExchange {
  readonly #log: Log
  readonly #onAccepted: () => void
  #current: Current | undefined
  #bundleName = ''
  #isSound = true
  #blamed: number | undefined

  /** `onAccepted` is called when the other side has understood the current call. */
  constructor(log: Log, onAccepted: () => void) {
    this.#log = log
    this.#onAccepted = onAccepted
  }

  /** False once an error of no known or of an ended run has shown that something unsound is left on the other side. */
  get isSound(): boolean {
    return this.#isSound
  }

  /** Whether a call is being run. */
  get isOpen(): boolean {
    return this.#current !== undefined
  }

  /** Opens a call; the promise settles by what is received or by {@link end}. */
  open(call: BundleCall, progress: RunContext['progress']): Promise<Result> {
    this.#bundleName = call.bundleName
    return new Promise((resolve, reject) => {
      this.#current = { call, progress, resolve, reject, outputLeft: outputLength }
    })
  }

  /**
   * Takes a message; returns where a result's bytes go, and then expects {@link finishResult}.
   * @throws FrameError for what no sound compartment says
   */
  receive(type: number, head: JsonObject): Incoming | undefined {
    if (type === messages.ready) return undefined
    const run = toCount(head.run)
    const current = this.#current?.call.run === run ? this.#current : undefined
    if (type === messages.late) this.#takeLate(current, head)
    else if (type === messages.exit) this.#blamed = run
    else if (current) return this.#takeCurrent(current, type, head)
    return undefined
  }

  #takeCurrent(current: Current, type: number, head: JsonObject): Incoming | undefined {
    if (type === messages.accepted) this.#onAccepted()
    else if (type === messages.progress) takeProgress(current.progress, head)
    else if (type === messages.output) this.#takeOutput(current, toText(head.text))
    else if (type === messages.failure) {
      this.#settle((call) => current.reject(toFunctionFailure(nameCall(call), toText(head.text), toText(head.stack))))
    } else if (type === messages.result) {
      const incoming = toIncoming(head, current.call.resultBytes)
      if (typeof incoming === 'string') throw new FrameError(incoming)
      return incoming
    }
    return undefined
  }

  /** Parses the result whose bytes have all come. */
  finishResult(run: number, incoming: Incoming): void {
    const current = this.#current
    if (current?.call.run !== run) return
    this.#settle((call) => {
      try {
        current.resolve(parseResult(incoming.value, call.returnType))
      } catch (cause) {
        this.#isSound = false // the other side parses before it sends: this was not said by our half of it
        current.reject(toFunctionFailure(nameCall(call), cause instanceof Error ? cause.message : String(cause), cause))
      }
    })
  }

  #takeLate(current: Current | undefined, head: JsonObject): void {
    const [text, stack] = [toText(head.text), toText(head.stack)]
    const isFirst = this.#isSound
    this.#isSound = false
    if (current) {
      this.#settle((call) => current.reject(toFunctionFailure(nameCall(call), text, stack)))
      return
    }
    if (!isFirst) return // a timer that throws a thousand times a second is one fact
    const functionName = toText(head.functionName)
    this.#log.warn({ function: functionName, bundle: this.#bundleName, stack }, `an ended run threw: ${text}`)
  }

  #takeOutput(current: Current, text: string): void {
    if (current.outputLeft <= 0) return
    current.outputLeft -= text.length
    const { functionName, bundleName } = current.call
    this.#log.info({ function: functionName, bundle: bundleName, output: text.slice(0, outputLength) }, 'plugin output')
  }

  /** Settles the current call because the compartment has ended, or must: `text` says what happened, for the asker. */
  end(text: string, cause?: unknown): void {
    this.#isSound = false
    this.#settle((call, current) => {
      const isInnocent = this.#blamed !== undefined && this.#blamed !== call.run
      current.reject(isInnocent ? new CallNotTaken(text) : toFunctionFailure(nameCall(call), text, cause))
    })
  }

  /** Gives the call back because the other side did not take it. */
  giveBack(text: string): void {
    this.#isSound = false
    this.#settle((_call, current) => current.reject(new CallNotTaken(text)))
  }

  #settle(settle: (call: BundleCall, current: Current) => void): void {
    const current = this.#current
    this.#current = undefined
    if (current) settle(current.call, current)
  }
}

function takeProgress(progress: RunContext['progress'], { skipped, texts }: JsonObject): void {
  const count = toCount(skipped)
  if (!Array.isArray(texts) || texts.length > messageLimit) throw new FrameError('a progress message has no proper texts')
  if (count > 0) progress.skip?.(count)
  for (const text of texts) progress.report(toText(text).slice(0, messageLength))
}

function nameCall({ functionName, bundleName }: BundleCall): string {
  return nameFunction(functionName, bundleName)
}

function toCount(value: Json | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new FrameError('a message has no proper number')
}

function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new FrameError('a message has no proper text')
}
