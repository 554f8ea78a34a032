/** The interface between the pool and its two kinds of compartment. */
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { AssetAnswer } from '../../../contract/domain/specimen.ts'
import type { CallMessage } from '../pool-message.ts'
import { FunctionCrash, nameFunction, toFunctionCrash, toFunctionFailure, toOrigin } from '../run-failure.ts'
import type { RunContext, RunData } from '../runner.ts'

/** A call with the name of its bundle for messages. */
export interface BundleCall extends Omit<CallMessage, 'file' | 'data'> {
  readonly bundleName: string
  readonly log: Log
  readonly onPeak?: RunContext['onPeak']
  /** The data that it takes; absent for none. */
  readonly data?: readonly RunData[] | undefined
  /** The name of its file, if it takes one. */
  readonly fileName?: string | undefined
  /** That file, open: once it is sent. */
  readonly file?: Pick<AssetAnswer, 'byteLength' | 'body'>
}

/** Names a call's function and its bundle. */
export function nameCall({ fileName, functionName, bundleName }: BundleCall): string {
  if (fileName !== undefined) return `the decoder of ${JSON.stringify(fileName)}`
  return nameFunction(functionName, bundleName)
}

/** Returns the failure of a call: `function.failed`, or `file.undecodable` for one that takes a file. */
export function toCallFailure(call: BundleCall, text: string, cause?: unknown): SpecimenError {
  if (call.fileName === undefined) return toFunctionFailure(nameCall(call), text, cause)
  const origin = typeof cause === 'string' ? toOrigin(text, cause) : cause
  return new SpecimenError('file.undecodable', `${JSON.stringify(call.fileName)}: ${text}`, { cause: origin })
}

/** Returns {@link toCallFailure} for a call that has ended its compartment. */
export function toCallCrash(call: BundleCall, text: string, given?: unknown): FunctionCrash {
  if (call.fileName === undefined) return toFunctionCrash(nameCall(call), text, given)
  const { code, message, cause: origin } = toCallFailure(call, text, given)
  return new FunctionCrash(code, message, { cause: origin })
}

/** The callbacks of a call. */
export interface CallEvents {
  readonly progress: RunContext['progress']
  /** Called when the other side has taken the call. */
  readonly onBegun: () => void
  /** Called when the bundle is loaded; not where it was already. */
  readonly onLoaded: () => void
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
  run(call: BundleCall, events: CallEvents): Promise<Result>
  /** Loads the bundle of a call that `loadsOnly`. @throws as `run` */
  load(call: BundleCall): Promise<void>
  /** Ends it at once with all it started; the promise of `run` may stay open. */
  kill(): void
}

/**
 * The compartment had leftovers of another call, or did not start: this call is innocent. `cause` is the
 * other side's, where known.
 */
export class CallNotTaken extends Error {
  override readonly name = 'CallNotTaken'
}
