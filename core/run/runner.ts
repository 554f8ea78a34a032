import type { Invocation } from '../domain/invocation.ts'
import type { Log } from '../domain/log.ts'
import type { Result } from '../domain/result/result.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'

/** What a run has besides its invocation: how it is ended, and where its progress goes. */
export interface RunContext {
  /** What the hosts of a group know of the run in common; absent where this host is by itself. */
  readonly shared?: SharedRun
  /** Names the run in each line; the runner's own log when absent. */
  readonly log?: Log
  /**
   * Who asks, by the name under which queues count it: the one who asked first. Absent at a worker, whose
   * relay has counted.
   */
  readonly caller?: string | undefined
  /**
   * Aborts when the last client has left or the deadline has passed. The promise of `run` then rejects soon.
   */
  readonly signal: AbortSignal
  /**
   * Takes each message in order, with its fraction from 0 to 1. Nothing arrives after the promise of `run`
   * has settled. `skip` counts messages whose texts a flood has swept away: they come before the next
   * `report` and only advance `seq`.
   */
  readonly progress: { report(text: string, fraction?: number): void; skip?(count: number): void }
  /**
   * Called once, when the run has taken its place or a place in the queue, and before its first message. A
   * run that is refused (no room, not there, stopping) rejects without it, and nothing of it is left.
   */
  readonly onAdmitted?: () => void
  /** Called once, when the run has its place: not while it waits for one. */
  readonly onPlaced?: () => void
  /**
   * Called once per run, when nothing of it uses memory or processor time: of an aborted run, when
   * its process is gone or, for a function in code, which cannot be stopped, when that has ended. May come
   * after the promise of `run` settled.
   */
  readonly onReleased?: () => void
}

/** A run as the hosts of a group have it in common, whichever of them computes it. */
export interface SharedRun {
  readonly id: string
  /** Whether a host that is gone had it begun. */
  readonly isAgain: boolean
  /** Resolves when it has its place; never rejects. */
  readonly placed: Promise<void>
  /**
   * Leaves it to others to compute. Resolves with the result, as the host keeps it that has computed it;
   * rejects with what ended it.
   */
  wait(): Promise<StoredResult>
}

/**
 * The port that carries the system: something that turns an invocation into a result. In-process functions,
 * pooled plugin processes, trusted threads and remote workers implement it; nothing above asks which.
 */
export interface Runner {
  /**
   * Resolves with a checked result (`parseResult` and `checkElements` hold) whose arrays lie in shared memory
   * that nobody else can write.
   * @throws `host.busy`, `host.stopping` or `worker.unreachable` when it is refused; `function.failed` with
   * the function's own message, `run.cancelled`, or a worker's code once it was admitted
   */
  run(invocation: Invocation, context: RunContext): Promise<Result>
}

/** A runner whose runs other hosts may take, which then keep their results. Every {@link Runner} is one. */
export interface SharedRunner {
  run(invocation: Invocation, context: RunContext): Promise<Result | StoredResult>
}

/** Reads every element of a result, off the event loop when it is large. @throws `function.failed` */
export type CheckResult = (result: Result) => Promise<void>
