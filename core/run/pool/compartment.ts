/** The interface between the pool and its two kinds of compartment. */
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import type { CallMessage } from '../pool-message.ts'
import { nameFunction } from '../run-failure.ts'
import type { RunContext } from '../runner.ts'

/** A call with the name of its bundle for messages. */
export interface BundleCall extends CallMessage {
  readonly bundleName: string
  readonly log: Log
  readonly onPeak?: RunContext['onPeak']
}

/** Names a call's function and its bundle. */
export function nameCall({ functionName, bundleName }: BundleCall): string {
  return nameFunction(functionName, bundleName)
}

/** The port of a process or thread for one bundle: runs one call at a time, can be ended at any moment. */
export interface Compartment {
  /** Resolves when it waits for its first call, or has ended. */
  readonly ready: Promise<void>
  /** Resolves when no plugin code runs here any more; its memory may still be in release. */
  readonly halted: Promise<void>
  /** Resolves when it no longer uses memory or processor time. */
  readonly gone: Promise<void>
  readonly isSound: boolean
  /** Set when it has ended by itself: it crashed, ran out of memory, or exited. */
  readonly hasCrashed: boolean
  /** Runs one call; the result has unchecked elements. @throws `function.failed`, or {@link CallNotTaken} */
  run(call: BundleCall, progress: RunContext['progress'], onBegun: () => void): Promise<Result>
  /** Ends it at once with all it started; the promise of `run` may stay open. */
  kill(): void
}

/** The compartment could not serve a call through no fault of it. `cause`: the other side's, where known. */
export class CallNotTaken extends Error {
  override readonly name = 'CallNotTaken'
}
