import type { Invocation } from '../../domain/invocation.ts'
import { withFields } from '../../domain/log.ts'
import { leftError } from '../../run/run-failure.ts'
import { nameRun } from '../../run/run-watch.ts'
import type { RunContext, Runner } from '../../run/runner.ts'
import type { StoredCall } from '../redis/asked-call.ts'
import { toRoomKeys } from '../results/room-keys.ts'
import { keepFlight } from './flight-records.ts'
import { type AttemptOptions, RunAttempt } from './run-attempt.ts'
import type { RunEvents } from './run-events.ts'
import type { ComputeAttempt } from './run-records.ts'

/** What a host computes runs of others with. */
export interface ComputeOptions extends AttemptOptions {
  readonly events: RunEvents
  readonly leaseMs: number
}

/** A run that this host has begun. */
export interface BegunRun extends Pick<RunContext, 'onAdmitted' | 'onPlaced'> {
  readonly call: StoredCall
  readonly runner: Runner
  readonly attempt: ComputeAttempt
  /** The first of its messages, where it was begun before. */
  readonly notice?: string | undefined
  /** Aborts when another host has it. */
  readonly signal?: AbortSignal | undefined
  /** Whether this host keeps up the lease of who leads it, so that nobody begins it beside this one. */
  readonly leads: boolean
  /** Whether it ended because it is somebody else's to compute. */
  readonly isLeft: (error: unknown) => boolean
}

/**
 * Computes a run for whoever waits, and tells everybody how it ends. Returns false when it is somebody else's
 * to compute.
 */
export async function computeRun(options: ComputeOptions, begun: BegunRun): Promise<boolean> {
  const { call, runner, attempt, notice, signal, isLeft, onAdmitted, onPlaced } = begun
  const { invocation, caller } = call
  const ending = new AbortController()
  const leave = (): void => ending.abort(leftError())
  const following = options.events.follow(attempt.run, { onLeft: leave, onEnd: leave })
  const renewal = renewRun(options, invocation, begun, leave)
  signal?.addEventListener('abort', leave, { once: true })
  const insisting = { ...options, insistMs: 2 * options.leaseMs }
  const making = new RunAttempt(insisting, invocation, attempt, leave)
  if (notice) making.progress.report(notice)
  try {
    const result = await runner.run(invocation, {
      log: withFields(options.log, nameRun({ id: attempt.run, invocation })),
      caller,
      signal: ending.signal,
      progress: making.progress,
      ...(onAdmitted && { onAdmitted }),
      ...(onPlaced && { onPlaced }),
    })
    await making.publish(result, caller)
  } catch (error) {
    if (isLeft(error)) return false
    await making.fail(error)
  } finally {
    clearInterval(renewal)
    following.stop()
  }
  return true
}

/** Ends a run for which nobody waits any more, also where nobody could say so. */
function renewRun(
  { redis, prefix, leaseMs }: ComputeOptions,
  invocation: Invocation,
  { attempt: { run }, leads }: Pick<BegunRun, 'attempt' | 'leads'>,
  onGone: () => void,
): NodeJS.Timeout {
  const keys = toRoomKeys(prefix, invocation)
  const timer = setInterval(async () => {
    const kept = { run, waiter: '', leaseMs, waits: false, leads, prefix }
    const standing = await keepFlight(redis, keys, kept).catch(() => undefined) // asked again in a moment
    if (standing?.kind === 'gone') onGone()
  }, leaseMs / 6)
  timer.unref()
  return timer
}
