import type { ProgressNotification } from '@modelcontextprotocol/sdk/types.js'
import type { ProgressMessage } from '../../../contract/domain/job.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import { showText } from '../answers/data-words.ts'

/** Messages are told at most so often, the newest of them. */
const toldSeconds = 0.2
/** The step of a message without a new fraction: progress must grow. */
const leastStep = 1e-6

/** Tells a client of a run's messages, where it has asked for that. */
export interface ProgressTeller {
  readonly tell: (messages: readonly ProgressMessage[]) => void
  /** Tells what is left, before the answer. */
  end(): Promise<void>
}

/**
 * Returns the teller of a call. Its progress grows with each message, as the protocol wants: it is the run's
 * fraction of 1, or the number of messages where the run tells none.
 */
export function createProgressTeller(
  progressToken: string | number | undefined,
  send: (notification: ProgressNotification) => Promise<void>,
): ProgressTeller {
  if (progressToken === undefined) return { tell: () => {}, end: async () => {} }
  let progress = 0
  let hasFraction = false
  let newest: ProgressMessage | undefined
  let sent = Promise.resolve()
  const flush = (): void => {
    if (!newest) return
    const { fraction, text, seq } = newest
    newest = undefined
    hasFraction ||= fraction !== undefined
    // A place in the queue, which is no message of the run, leaves its fractions their room.
    const least = progress + (hasFraction || seq < 0 ? leastStep : 1)
    progress = Math.max(least, fraction ?? 0)
    const total = hasFraction ? { total: Math.max(1, progress) } : {}
    const params = { progressToken, progress, message: showText(text), ...total }
    // One after another. A client that has left its stream misses them, and not the answer.
    sent = sent.then(() => send({ method: 'notifications/progress', params })).catch(() => {})
  }
  const due = createDeadline(flush)
  return {
    tell: (messages) => {
      newest = messages.at(-1) ?? newest
      due.startOnce(toldSeconds)
    },
    end: async () => {
      due.stop()
      flush()
      await sent
    },
  }
}
