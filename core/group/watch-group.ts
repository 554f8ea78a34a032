import type { GroupWatch } from '../watch/host-watch.ts'
import { type Metric, single } from '../watch/metric.ts'
import type { Members } from './members/members.ts'
import type { GroupConnection } from './redis/connect.ts'
import type { PeerResults } from './results/peer-results.ts'
import type { Shelf } from './results/shelf.ts'
import type { GroupFlights } from './runs/group-flights.ts'
import type { TakenRuns } from './runs/taken-runs.ts'

/** The parts of a host of a group that its health and metrics cover. */
export interface WatchedGroup {
  readonly connection: GroupConnection
  readonly members: Members
  readonly shelf: Shelf
  readonly peers: PeerResults
  readonly flights: GroupFlights
  readonly taken: TakenRuns
}

const hosts = single(
  'gauge',
  'specimen_group_hosts',
  'Hosts of the group that this one knows of, itself included.',
)
const away = single('gauge', 'specimen_group_redis_away', 'Whether Redis cannot be reached: 1 or 0.')
const fetched = single('counter', 'specimen_group_fetched_total', 'Results that came from other hosts.')
const lost = single(
  'counter',
  'specimen_group_lost_total',
  'Results that could not be had from the hosts that should have them.',
)
const waiting = single(
  'gauge',
  'specimen_group_waiting_runs',
  'Runs asked for at this host that no host has begun.',
)
const alone = single(
  'counter',
  'specimen_group_alone_total',
  'Runs that the other hosts could not be told of, as Redis was away.',
)

/** Returns the readiness and the metrics of a host in its group. Asks no other host. */
export function watchGroup(group: WatchedGroup): GroupWatch {
  const detail = 'Redis cannot be reached: calls are computed here and not shared, and jobs are refused.'
  const { reachability } = group.connection
  return {
    readiness: {
      name: 'redis',
      degraded: 'redis-away',
      findProblem: () => (reachability.isAway ? detail : undefined),
    },
    collect: () => collectGroup(group),
  }
}

function collectGroup({
  connection,
  members,
  shelf,
  peers,
  flights,
  taken,
}: WatchedGroup): readonly Metric[] {
  const { counts, bytes, ownBytes } = shelf
  const { asked, waiting: unbegun, alone: kept } = flights.counts
  return [
    hosts(members.all.length),
    away(connection.reachability.isAway ? 1 : 0),
    {
      name: 'specimen_group_results',
      type: 'gauge',
      help: 'Results in the memory of this host: its own, and copies of those of others.',
      samples: split('kind', { own: counts.own, copy: counts.copies }),
    },
    {
      name: 'specimen_group_result_bytes',
      type: 'gauge',
      help: 'Memory of the results on this host: its own, and copies of those of others.',
      samples: split('kind', { own: ownBytes, copy: bytes - ownBytes }),
    },
    {
      name: 'specimen_group_runs_total',
      type: 'counter',
      help: 'Runs that this host has asked the group for, and those that it has taken, its own included.',
      samples: split('part', { asked, taken: taken.count }),
    },
    waiting(unbegun),
    fetched(peers.fetched),
    lost(peers.lost),
    alone(kept),
  ]
}

function split(label: string, values: { readonly [value: string]: number }): Metric['samples'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}
