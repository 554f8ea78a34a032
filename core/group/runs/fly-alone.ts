import type { ProgressMessage } from '../../domain/job.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { LocalFlight } from '../../run/local-flight.ts'
import { RunMessages } from '../../run/run-messages.ts'
import type { GroupFlightsOptions, OpenedFlight } from './flight-parts.ts'

/** A flight of this host, and where its messages go. */
export interface LoneFlight {
  readonly local: LocalFlight
  /** The number of its next message. */
  readonly nextSeq: number
  readonly tell: (message: ProgressMessage) => void
}

/** Has the result of a flight made at this host and shares nothing, as Redis is away. */
export async function flyAlone(
  { createId, now, results }: GroupFlightsOptions,
  { caller, start }: OpenedFlight,
  { local, nextSeq, tell }: LoneFlight,
): Promise<StoredResult> {
  local.sharing.isAway = true
  const messages = new RunMessages(now, nextSeq)
  const result = await local.make(start, { id: createId(), messages, tell })
  return 'open' in result ? result : results.keep(result, caller).entry
}
