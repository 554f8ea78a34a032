/** What the pool and its two kinds of compartment have in common. */
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import type { CallMessage } from '../pool-message.ts'
import type { RunContext } from '../runner.ts'

/** A call with the name of its bundle, for messages to people. */
export interface BundleCall extends CallMessage {
  readonly bundleName: string
  /** Names run, function and bundle in each line. */
  readonly log: Log
}

/**
 * The port of what one bundle's functions run in: a process or a thread. The pool decides who runs where and
 * for how long; a compartment runs one call at a time and can be ended at any moment.
 */
export interface Compartment {
  /** Resolves when it waits for its first call, also when it never will because it has ended. */
  readonly ready: Promise<void>
  /** Resolves when nothing of a plugin runs here any more; it may still be giving its memory back. */
  readonly halted: Promise<void>
  /** Resolves when it no longer uses memory or processor time. */
  readonly gone: Promise<void>
  /** Whether another call may be run here after this one. */
  readonly isSound: boolean
  /** Whether it has ended by itself: it crashed, ran out of memory, or left. */
  readonly hasCrashed: boolean
  /**
   * Runs one call and resolves with its parsed result, whose elements are unchecked. `onBegun` is called when
   * the function begins; how long the start of a process before it may take is for the compartment.
   * @throws `function.failed`, or {@link CallNotTaken} when the function was not started, or not to the end,
   * through no fault of its own
   */
  run(call: BundleCall, progress: RunContext['progress'], onBegun: () => void): Promise<Result>
  /** Ends it at once, and whatever it started; the promise of `run` may stay open. */
  kill(): void
}

/**
 * The compartment could not serve the call, because of what an earlier call had left there, or because it did
 * not start. `cause` is what the other side wrote or threw, where that is known.
 */
export class CallNotTaken extends Error {
  override readonly name = 'CallNotTaken'
}
