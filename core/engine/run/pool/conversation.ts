import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { parseSent } from '../../../contract/domain/result/parse-returned.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import { toVisibleText } from '../../../contract/text/visible-text.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { type FrameBody, FrameError } from '../../../contract/wire/frames.ts'
import { messages, outputLength } from '../pool-message.ts'
import { type Incoming, toIncoming } from '../result-head.ts'
import { describeThrown, toOrigin } from '../run-failure.ts'
import { type BundleCall, type CallEvents, CallNotTaken, toCallCrash, toCallFailure } from './compartment.ts'
import { reportProgress, toCount, toText } from './read-message.ts'

/** The current call, from {@link Conversation.begin} to its settling. */
interface Current {
  readonly call: BundleCall
  readonly events: CallEvents
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
 * | `progress`, `output`, `loaded` of the call | | refused | taken; `loaded` settles one that only loads |
 * | `result`, `failure` of the call | | refused | taken: settles the call; no result of one that only loads |
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
  begin(call: BundleCall, events: CallEvents, waitMilliseconds: number): Promise<Result> {
    return new Promise((resolve, reject) => this.#begin({ call, events, resolve, reject }, waitMilliseconds))
  }

  /** Begins a call that loads the bundle only, as {@link begin} does; resolves when it is loaded. */
  beginLoad(call: BundleCall, waitMilliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const events = { progress: { report: () => {} }, onBegun: () => {}, onLoaded: resolve }
      this.#begin({ call, events, resolve: () => {}, reject }, waitMilliseconds)
    })
  }

  /**
   * Handles a message; returns the targets of a result's bytes.
   * @throws FrameError for a message that no sound compartment sends; call {@link distrustMessage} then
   */
  receive(type: number, head: JsonObject): IncomingBlocks | undefined {
    switch (type) {
      case messages.accepted:
        return this.#accept(head)
      case messages.progress:
        return this.#takeProgress(this.#findAccepted(head), head)
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
      case messages.loaded:
        return this.#takeLoaded(this.#findAccepted(head))
      case messages.late:
        return this.#takeLate(this.#findAccepted(head), head)
      case messages.exit:
        this.#endedBy = toCount(head.run)
        return undefined
      default:
        throw new FrameError(`a message of type ${type} does not come now`)
    }
  }

  /**
   * Settles the current call because the compartment has ended: `text` is the reason for the client.
   * `mayBeLeft`: an earlier run can be the cause, for example by its memory.
   */
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

  #begin(given: Pick<Current, 'call' | 'events' | 'resolve' | 'reject'>, waitMilliseconds: number): void {
    this.#bundleName = given.call.bundleName
    this.#endedBy = undefined
    // Pending input is read before the timeout counts: the host may have been busy.
    const timer = setTimeout(() => setImmediate(() => this.#giveUp(current)), waitMilliseconds)
    const current: Current = { ...given, timer, isAccepted: false, outputLeft: outputLength }
    this.#current = current
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
    current.events.onBegun()
  }

  #takeProgress(current: Current | undefined, head: JsonObject): undefined {
    if (current) reportProgress(current.events.progress, head)
  }

  #takeLoaded(current: Current | undefined): undefined {
    if (!current) return
    if (current.call.loadsOnly) this.#takeCurrent()
    current.events.onLoaded()
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
    if (!current || current.call.loadsOnly) throw new FrameError('the result of a run that is not being run')
    const incoming = toIncoming(head, current.call.resultBytes)
    if (typeof incoming === 'string') throw new FrameError(incoming)
    if (head.peak !== undefined) current.call.onPeak?.(toCount(head.peak))
    return { ...incoming, done: () => this.#finishResult(current, incoming) }
  }

  #finishResult(current: Current, incoming: Incoming): void {
    if (this.#current !== current) return
    try {
      const result = parseSent(incoming.value, current.call)
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
      if (!current.call.loadsOnly) this.#last = current.call // its bundle is as a run would have loaded it
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
