/**
 * The host's half of the conversation with one compartment: knows which call is being run there, parses every message as
 * hostile, passes progress on, and settles the call once. What an ended run still says goes to the log or nowhere.
 *
 * A plugin can write messages itself, also after its run. They can hurt the runs of its own bundle alone, which share the
 * compartment, and whoever is hurt without being surely guilty gets its call back, to be run in a fresh compartment. There
 * nobody else can have been at work, so the function is blamed. What becomes of a message:
 *
 * | message                           | no call       | called, not accepted   | accepted                |
 * | --------------------------------- | ------------- | ---------------------- | ----------------------- |
 * | `accepted` of the call            |               | taken                  | ignored                 |
 * | `progress`, `output` of the call  |               | refused                | taken                   |
 * | `result`, `failure` of the call   |               | refused                | taken: settles the call |
 * | `late` of the call                |               | refused                | fails the call          |
 * | `late` of another                 | to the log: no further call here | the same | the same              |
 * | `exit`                            | kept for the end of the compartment | the same | the same           |
 * | `result` of another               | refused       | refused                | refused                 |
 * | anything else of another, `ready` | ignored       | ignored                | ignored                 |
 */

import { messageLength, messageLimit } from '../../domain/job.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import { parseResult } from '../../domain/parse-result.ts'
import type { Result } from '../../domain/result.ts'
import { toVisibleText } from '../../domain/visible-text.ts'
import { FrameError } from '../../wire/frames.ts'
import { messages, outputLength } from '../pool-message.ts'
import { type Incoming, toIncoming } from '../result-head.ts'
import { nameFunction, toFunctionFailure } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'
import { type BundleCall, CallNotTaken } from './compartment.ts'

interface Current {
  readonly call: BundleCall
  readonly progress: RunContext['progress']
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  isAccepted: boolean
  outputLeft: number
}

/** Longest gap in the numbers of messages: more than any flood leaves. */
const skipLimit = 2 ** 40

export class RunExchange {
  readonly #log: Log
  readonly #onAccepted: () => void
  #current: Current | undefined
  #bundleName = ''
  #isSound = true
  /** Whether an earlier call may have left something here. */
  #isUsed = false
  #blamed: number | undefined

  /** `onAccepted` is called when the other side has understood the current call. */
  constructor(log: Log, onAccepted: () => void) {
    this.#log = log
    this.#onAccepted = onAccepted
  }

  /**
   * False once an error of no known or of an ended run has shown that something unsound is left on the other
   * side.
   */
  get isSound(): boolean {
    return this.#isSound
  }

  /** Whether a call is being run. */
  get isOpen(): boolean {
    return this.#current !== undefined
  }

  /** Whether a call was sent that the other side has not understood yet. */
  get isPending(): boolean {
    return this.#current?.isAccepted === false
  }

  /** Opens a call; the promise settles by what is received or by {@link end}. */
  open(call: BundleCall, progress: RunContext['progress']): Promise<Result> {
    this.#bundleName = call.bundleName
    this.#blamed = undefined
    return new Promise((resolve, reject) => {
      this.#current = { call, progress, resolve, reject, isAccepted: false, outputLeft: outputLength }
    })
  }

  /**
   * Takes a message; returns where a result's bytes go, and then expects {@link finishResult}.
   * @throws FrameError for what no sound compartment says; {@link distrust} is then to be called
   */
  receive(type: number, head: JsonObject): Incoming | undefined {
    if (type === messages.ready) return undefined
    const run = toCount(head.run)
    if (type === messages.exit) this.#blamed = run
    else if (this.#current?.call.run === run) return this.#takeCurrent(this.#current, type, head)
    else if (type === messages.late) this.#takeLate(head)
    else if (type === messages.result) throw new FrameError('the result of a run that is not being run')
    return undefined
  }

  #takeCurrent(current: Current, type: number, head: JsonObject): Incoming | undefined {
    if (type === messages.accepted) {
      current.isAccepted = true
      this.#onAccepted()
    } else if (!current.isAccepted) throw new FrameError('a message of a run that has not begun')
    else if (type === messages.progress) takeProgress(current.progress, head)
    else if (type === messages.output) this.#takeOutput(current, toText(head.text))
    else if (type === messages.result) {
      const incoming = toIncoming(head, current.call.resultBytes)
      if (typeof incoming === 'string') throw new FrameError(incoming)
      return incoming
    } else {
      // Before the call is taken out: they may be no texts.
      const [text, stack] = [toText(head.text), toText(head.stack)]
      if (type === messages.late) this.#isSound = false
      this.#settle((call) => current.reject(toFunctionFailure(nameCall(call), text, stack)))
    }
    return undefined
  }

  /** Parses the result whose bytes have all come. */
  finishResult(run: number, incoming: Incoming): void {
    const current = this.#current
    if (current?.call.run !== run) return
    try {
      const result = parseResult(incoming.value, current.call.returnType)
      this.#settle(() => current.resolve(result))
    } catch (cause) {
      // The other side parses before it sends: this was not said by our half of it.
      this.distrust(cause instanceof Error ? cause.message : String(cause), cause)
    }
  }

  #takeLate(head: JsonObject): void {
    const [text, stack, functionName] = [toText(head.text), toText(head.stack), toText(head.functionName)]
    const isFirst = this.#isSound
    this.#isSound = false
    if (!isFirst) return // a timer that throws a thousand times a second is one fact
    const fields = { function: functionName, bundle: this.#bundleName, stack: toVisibleText(stack) }
    this.#log.warn(fields, `an ended run threw: ${text}`)
  }

  #takeOutput(current: Current, text: string): void {
    if (current.outputLeft <= 0) return
    current.outputLeft -= text.length
    const { functionName, bundleName } = current.call
    const output = toVisibleText(text.slice(0, outputLength))
    this.#log.info({ function: functionName, bundle: bundleName, output }, 'plugin output')
  }

  /** Settles the current call because the compartment has ended: `text` says what happened, for the asker. */
  end(text: string, cause?: unknown): void {
    const isBlamed = this.#blamed === undefined || this.#blamed === this.#current?.call.run
    this.#endBy(isBlamed, text, cause)
  }

  /** Settles the current call because of a message that no sound compartment sends, whoever has made it. */
  distrust(text: string, cause?: unknown): void {
    this.#endBy(false, text, cause)
  }

  /** Fails the current call, or gives it back if something else can have been the reason. */
  #endBy(isSure: boolean, text: string, cause: unknown): void {
    this.#isSound = false
    this.#settle((call, { isAccepted, reject }) => {
      const isGuilty = isAccepted && (isSure || !this.#isUsed)
      reject(isGuilty ? toFunctionFailure(nameCall(call), text, cause) : new CallNotTaken(text))
    })
  }

  /** Gives the call back because the other side did not take it. */
  giveBack(text: string): void {
    this.#isSound = false
    this.#settle((_call, current) => current.reject(new CallNotTaken(text)))
  }

  #settle(settle: (call: BundleCall, current: Current) => void): void {
    const current = this.#current
    if (!current) return
    this.#current = undefined
    settle(current.call, current)
    this.#isUsed = true
  }
}

function takeProgress(progress: RunContext['progress'], { skipped, texts }: JsonObject): void {
  const count = toCount(skipped)
  const isProper = Array.isArray(texts) && texts.length <= messageLimit && count <= skipLimit
  if (!isProper) throw new FrameError('a progress message has no proper texts')
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
