import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Log } from '../../contract/domain/log.ts'
import { measureResult, type PartResult, type Result } from '../../contract/domain/result/result.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import type { CountBefore } from './run-queue.ts'

/** Data that a run takes in the place of a reference in its parameters: a result, or a file as it is. */
export type RunData = { readonly steps: readonly string[] } & (
  | DataResult
  | { readonly file: RunFile; readonly result?: never }
)

/** A result that a run takes. */
export interface DataResult {
  readonly result: PartResult
  /** Names its content, by 64 hexadecimal digits: two of one name are the same. */
  readonly id: string
  readonly file?: never
}

/** A file that a run takes, whose bytes nobody may write into. */
export interface RunFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Returns the bytes of data. */
export function measureData(data: readonly RunData[] = []): number {
  return data.reduce(
    (total, { result, file }) => total + (file ? file.bytes.byteLength : measureResult(result)),
    0,
  )
}

/** The context of a run: its abort signal and its callbacks. */
export interface RunContext {
  /** What its parameters refer to, which nobody may write into; absent for none. */
  readonly data?: readonly RunData[] | undefined
  /** Names the run in each line; the runner's own log when absent. */
  readonly log?: Log
  /** The first caller, for fair queues. Absent at a worker, whose relay has counted. */
  readonly caller?: string | undefined
  /**
   * Aborts after the last client has left, or at the deadline. `run` then rejects soon. Where the reason is a
   * `DroppedRun`, the function may go on for a while, so that what has loaded it stays.
   */
  readonly signal: AbortSignal
  /**
   * Receives each message in order, with its fraction from 0 to 1, until the promise of `run` settles. `skip`
   * counts messages dropped in a flood: they come before the next `report` and only advance `seq`.
   */
  readonly progress: { report(text: string, fraction?: number): void; skip?(count: number): void }
  /**
   * Called once, when the run has a place in the pool or the queue, and before its first message. A refused
   * run (no room, not there, stopping) rejects without it and leaves nothing behind.
   */
  readonly onAdmitted?: () => void
  /** Called when it is in a queue, perhaps of several, with what counts the runs before it there. */
  readonly onQueued?: (countBefore: CountBefore) => void
  readonly onPlaced?: () => void
  /** Called once per run, when it uses the machine no more; maybe after the promise of `run` settled. */
  readonly onReleased?: () => void
  /** Called with the most bytes that the run's process says it has had resident, where it has one. */
  readonly onPeak?: ((bytes: number) => void) | undefined
}

/**
 * The central port: turns an invocation into a result. In-process functions, pooled plugin processes, trusted
 * threads and remote workers implement it; its callers do not distinguish them.
 */
export interface Runner {
  /**
   * Resolves with a checked result (`parseResult` and `checkElements` hold) whose arrays lie in shared memory
   * without other writers.
   * @throws `host.busy`, `host.stopping` or `worker.unreachable` when it is refused; `function.failed` with
   * the function's own message, `run.cancelled`, or a worker's code once it was admitted
   */
  run(invocation: Invocation, context: RunContext): Promise<Result>
}

/** The result of a run: as it was computed here, or stored already, at this or another host. */
export type MadeRun =
  | { readonly kind: 'computed'; readonly result: Result }
  | { readonly kind: 'stored'; readonly entry: StoredResult }

/** A runner whose runs other hosts may take, which then keep their results. */
export interface SharedRunner {
  run(invocation: Invocation, context: RunContext): Promise<MadeRun>
}

/** Returns a runner of this host alone in the form of one that is shared. */
export function toShared(runner: Runner): SharedRunner {
  return {
    run: async (invocation, context) => ({ kind: 'computed', result: await runner.run(invocation, context) }),
  }
}

/** Reads every element of a result, off the event loop when it is large. @throws `function.failed` */
export type CheckResult = (result: Result) => Promise<void>

/** A file that is opened when its turn comes, as the argument of a function. */
export interface FileSource {
  /** Identifies the format where the content does not, and names the file in refusals. */
  readonly name: string
  /** Resolves with the whole file. @throws as its asset */
  open(signal: AbortSignal): Promise<AssetAnswer>
}
