import { SpecimenError } from '../../domain/errors.ts'
import { messageLength, messageLimit, toFraction } from '../../domain/job.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import { isCount } from '../../domain/number.ts'
import { parseResult, readType } from '../../domain/result/parse-result.ts'
import type { Result } from '../../domain/result/result.ts'
import { toThrownText } from '../../domain/thrown-text.ts'
import { toVisibleText } from '../../domain/visible-text.ts'
import { type FrameBody, FrameError } from '../../wire/frames.ts'
import { messages, outputLength } from '../pool-message.ts'
import { type Incoming, toIncoming } from '../result-head.ts'
import { describeThrown, toOrigin } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'
import { type BundleCall, CallNotTaken, toCallCrash, toCallFailure } from './compartment.ts'

/** The current call, from {@link Conversation.begin} to its settling. */
interface Current {
  readonly call: BundleCall
  readonly progress: RunContext['progress']
  readonly onBegun: () => void
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
  isAccepted: boolean
  outputLeft: number
}

/** The targets of an announced result's bytes, and the callback for their completion. */
export interface IncomingBlocks extends FrameBody {
  readonly memory: SharedArrayBuffer
}

/** Longest gap in the numbers of messages: more than any flood leaves. */
const skipLimit = 2 ** 40

interface ConversationOptions {
  readonly log: Log
  /** Ends the compartment. May be called more than once. */
  readonly kill: () => void
  /** Returns the end of the other side's output outside of messages, for the log; or ''. */
  readonly readTail: () => string
}

/**
 * The host's half of the conversation with one compartment, over any transport: tracks the current call,
 * waits for its acknowledgement, parses every message as hostile, passes progress on, and settles the call
 * once. Late messages of an ended run go to the log or are dropped. An unsound compartment is killed once no
 * call is left to settle.
 *
 * A plugin can write messages itself, also after its run. They can hurt only runs of its own bundle, which
 * share the compartment. A run that may be a victim is given back, to run in a fresh compartment; a second
 * failure there is its function's. The effect of a message:
 *
 * | message | no call | called, not accepted | accepted |
 * | --- | --- | --- | --- |
 * | `accepted` of the call | | taken | refused |
 * | `progress`, `output` of the call | | refused | taken |
 * | `result`, `failure` of the call | | refused | taken: settles the call |
 * | `change` of the call | | refused | used: gives it back; fresh: to the log, no further call here |
 * | `left` of the call | | refused | to the log, no further call here |
 * | `late` of the call | | refused | fails the call |
 * | `late` of another | to the log: no further call here | the same | the same |
 * | `exit` | kept for the end of the compartment | the same | the same |
 * | `accepted`, `result` of another, `ready` | refused | refused | refused |
 * | anything else of another | ignored | ignored | ignored |
 */
export class Conversation {
  readonly #options: ConversationOptions
  #current: Current | undefined
  #bundleName = ''
  #isSound = true
  #last: BundleCall | undefined
  #endedBy: number | undefined

  constructor(options: ConversationOptions) {
    this.#options = options
  }

  /** False once the other side is known to be unsound. */
  get isSound(): boolean {
    return this.#isSound
  }

  /** Begins a call, which the compartment sends; {@link CallNotTaken} unless it is accepted in time. */
  begin(
    call: BundleCall,
    progress: RunContext['progress'],
    waitMilliseconds: number,
    onBegun: () => void = () => {},
  ): Promise<Result> {
    this.#bundleName = call.bundleName
    this.#endedBy = undefined
    return new Promise((resolve, reject) => {
      // Pending input is read before the timeout counts: the host may have been busy.
      const timer = setTimeout(() => setImmediate(() => this.#giveUp(current)), waitMilliseconds)
      const given = { call, progress, onBegun, resolve, reject, timer }
      const current: Current = { ...given, isAccepted: false, outputLeft: outputLength }
      this.#current = current
    })
  }

  /** Handles a message; returns targets of bytes. @throws FrameError, for {@link distrustMessage} */
  receive(type: number, head: JsonObject): IncomingBlocks | undefined {
    switch (type) {
      case messages.accepted:
        return this.#accept(head)
      case messages.progress:
        return takeProgress(this.#findAccepted(head), head)
      case messages.output:
        return this.#takeOutput(this.#findAccepted(head), head)
      case messages.result:
        return this.#takeResult(this.#findAccepted(head), head)
      case messages.failure:
        return this.#takeFailure(this.#findAccepted(head), head)
      case messages.change:
        return this.#takeChange(this.#findAccepted(head), head)
      case messages.left:
        return this.#takeLeft(this.#findAccepted(head), head)
      case messages.late:
        return this.#takeLate(this.#findAccepted(head), head)
      case messages.exit:
        this.#endedBy = toCount(head.run)
        return undefined
      default:
        throw new FrameError(`a message of type ${type} does not come now`)
    }
  }

  /** Settles the call: the compartment has ended. `mayBeLeft`: an earlier run can be the cause. */
  end(text: string, { cause, mayBeLeft = false }: { cause?: unknown; mayBeLeft?: boolean } = {}): void {
    const isItsOwn = this.#endedBy === undefined || this.#endedBy === this.#current?.call.run
    this.#endBy(isItsOwn && !mayBeLeft, text, cause)
  }

  /** Settles the current call because of a message that no sound compartment sends, whatever its origin. */
  distrust(text: string, cause?: unknown): void {
    this.#endBy(false, text, cause)
  }

  /** As {@link distrust}, with the error of a message that cannot be read. */
  distrustMessage(error: unknown): void {
    this.distrust(`It sent something else than its result (${describeThrown(error).text})`, error)
  }

  /** Returns the call that a message belongs to; undefined when that is not the current one. */
  #findCurrent(head: JsonObject): Current | undefined {
    const run = toCount(head.run)
    return this.#current?.call.run === run ? this.#current : undefined
  }

  /** As {@link #findCurrent}. @throws FrameError when the call is not accepted yet */
  #findAccepted(head: JsonObject): Current | undefined {
    const current = this.#findCurrent(head)
    if (current?.isAccepted === false) throw new FrameError('a message of a run that has not begun')
    return current
  }

  #accept(head: JsonObject): undefined {
    const current = this.#findCurrent(head)
    if (current?.isAccepted !== false) throw new FrameError('a call was accepted that does not wait for it')
    current.isAccepted = true
    clearTimeout(current.timer)
    current.onBegun()
  }

  #takeOutput(current: Current | undefined, head: JsonObject): undefined {
    if (!current) return
    const text = toText(head.text)
    if (current.outputLeft <= 0) return
    current.outputLeft -= text.length
    const output = toVisibleText(text.slice(0, outputLength))
    current.call.log.info({ output }, 'plugin output')
  }

  #takeResult(current: Current | undefined, head: JsonObject): IncomingBlocks {
    if (!current) throw new FrameError('the result of a run that is not being run')
    const incoming = toIncoming(head, current.call.resultBytes)
    if (typeof incoming === 'string') throw new FrameError(incoming)
    if (head.peak !== undefined) current.call.onPeak?.(toCount(head.peak))
    return { ...incoming, done: () => this.#finishResult(current, incoming) }
  }

  #finishResult(current: Current, incoming: Incoming): void {
    if (this.#current !== current) return
    try {
      const result = parseResult(incoming.value, current.call.returnType ?? readType(incoming.value))
      this.#takeCurrent()
      current.resolve(result)
    } catch (cause) {
      // The other side parses before it sends, so this message is forged.
      this.distrust(toThrownText(cause), cause)
    }
  }

  #takeFailure(current: Current | undefined, head: JsonObject): undefined {
    if (!current) return
    const failure = toFailure(current.call, head)
    this.#takeCurrent()
    current.reject(failure)
  }

  #takeChange(current: Current | undefined, head: JsonObject): undefined {
    if (!current) return
    const changed = toVisibleText(toText(head.changed))
    // A timer of an earlier run may have done it, so that this run used it.
    if (this.#last) this.#endBy(false, `${changed} was changed in it`, undefined)
    else if (this.#isSound)
      current.call.log.warn({ changed }, 'a run changed what others share; the next has a fresh process')
    this.#isSound = false
  }

  #takeLeft(current: Current | undefined, head: JsonObject): undefined {
    if (!current) return
    this.#isSound = false
    const fields = { function: current.call.functionName, left: toVisibleText(toText(head.left)) }
    this.#options.log.debug(fields, 'a run left something behind; its process is ended')
  }

  #takeLate(current: Current | undefined, head: JsonObject): undefined {
    const [text, stack, functionName] = [toText(head.text), toText(head.stack), toText(head.functionName)]
    // A timer that throws a thousand times a second is logged once.
    if (!current && this.#isSound) {
      const { log } = this.#last?.run === toCount(head.run) ? this.#last : this.#options
      const fields = { function: functionName, bundle: this.#bundleName, stack: toVisibleText(stack) }
      log.warn(fields, `an ended run threw: ${text}`)
    }
    this.#isSound = false
    if (current) this.#takeFailure(current, head)
    else if (!this.#current) this.#options.kill()
  }

  #giveUp(current: Current): void {
    if (this.#current !== current || current.isAccepted) return
    this.#endBy(false, 'It did not take the call', undefined)
  }

  /** Fails the current call, or gives it back if the cause may be elsewhere. */
  #endBy(isSure: boolean, text: string, cause: unknown): void {
    this.#isSound = false
    const isFirst = !this.#last
    const current = this.#takeCurrent()
    const known = cause ?? (this.#options.readTail() || undefined)
    if (current?.isAccepted && (isSure || isFirst)) current.reject(toCallCrash(current.call, text, known))
    else current?.reject(new CallNotTaken(text, { cause: known }))
  }

  #takeCurrent(): Current | undefined {
    const current = this.#current
    if (current) {
      clearTimeout(current.timer)
      this.#current = undefined
      this.#last = current.call
    }
    if (!this.#isSound) this.#options.kill()
    return current
  }
}

/** A file's refusal names the file already. */
function toFailure(call: BundleCall, { text, stack, code }: JsonObject): SpecimenError {
  const isRefusal = call.fileName !== undefined && (code === 'format.unknown' || code === 'file.undecodable')
  if (isRefusal)
    return new SpecimenError(code, toText(text), { cause: toOrigin(toText(text), toText(stack)) })
  return toCallFailure(call, toText(text), toText(stack))
}

function takeProgress(current: Current | undefined, { skipped, reports }: JsonObject): undefined {
  if (!current) return
  const { progress } = current
  const count = toCount(skipped)
  const isProper = isJsonArray(reports) && reports.length <= messageLimit && count <= skipLimit
  if (!isProper) throw new FrameError('a progress message has no proper reports')
  if (count > 0) progress.skip?.(count)
  for (const report of reports) {
    if (!isJsonObject(report)) throw new FrameError('a progress message has no proper reports')
    progress.report(toText(report.text).slice(0, messageLength), toFraction(report.fraction))
  }
}

function toCount(value: Json | undefined): number {
  if (isCount(value)) return value
  throw new FrameError('a message has no proper number')
}

function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new FrameError('a message has no proper text')
}
