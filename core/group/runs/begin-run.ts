import type { Invocation } from '../../contract/domain/invocation.ts'
import { leftError } from '../../engine/run/run-failure.ts'
import { findResult } from '../results/group-room-cache.ts'
import { formatPointer } from '../results/result-pointer.ts'
import { type ComputedRun, tellFlight } from './flight-records.ts'
import type { HostParts } from './host-parts.ts'
import { formatBegun } from './run-news.ts'

/**
 * Tells those who wait that this host computes a run. Returns the pointer to its result where another host
 * has made it meanwhile. @throws `run.cancelled` when nobody waits for it any more
 */
export async function beginRun(
  { connection, keys }: Pick<HostParts, 'connection' | 'keys'>,
  computed: ComputedRun,
  invocation: Invocation,
): Promise<string | undefined> {
  const begun = { what: 'begin', news: formatBegun(computed.run) } as const
  if (await connection.insist((redis) => tellFlight(redis, keys, computed, begun))) return undefined
  const found = await connection.insist((redis) => findResult(redis, keys, invocation, false))
  if (found) return formatPointer(found)
  throw leftError()
}
