import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { Reachability } from '../redis/reachability.ts'
import { isReply } from '../redis/replies.ts'

/** The connections that may be cut, and the signal of who asks. */
interface CutConnections {
  readonly reachability: Pick<Reachability, 'isAway' | 'isLost'>
  readonly signal: AbortSignal
}

/** Tries while Redis can be reached, though not by each connection; and the milliseconds between two. */
const tries = 10
const pause = 200

/**
 * Asks Redis through a cut of the connections: again until they are back. Resolves with `lost` when Redis
 * does not come back in time, or answers that it cannot now. @throws what `ask` throws otherwise
 */
export async function passCuts<Answer>(
  { reachability, signal }: CutConnections,
  ask: () => Promise<Answer>,
): Promise<Answer | 'lost'> {
  for (let left = tries; left > 0 && !reachability.isLost; ) {
    try {
      return await ask()
    } catch (error) {
      if (!hasCode(error, 'group.away')) throw error
      if (error instanceof SpecimenError && isReply(error.cause)) return 'lost'
    }
    if (!reachability.isAway) left-- // an absence has an end of its own
    await sleep(pause, undefined, { ref: false })
    signal.throwIfAborted()
  }
  return 'lost'
}

/** Resolves as a promise; rejects when a signal aborts before. */
export async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = createDeferred<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
