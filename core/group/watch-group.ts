import type { GroupWatch } from '../service/watch/host-watch.ts'
import { type Metric, single } from '../service/watch/metric.ts'
import type { Members } from './members/members.ts'
import type { GroupConnection } from './redis/connect.ts'
import type { GroupResults } from './results/group-results.ts'
import type { GroupFlights } from './runs/group-flights.ts'
import type { TakenRuns } from './runs/taken-runs.ts'

/** The parts of a host of a group that its health and metrics cover. */
export interface WatchedGroup {
  readonly connection: GroupConnection
  readonly members: Members
  readonly results: GroupResults
  readonly flights: GroupFlights
  readonly taken: TakenRuns
}

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

function collectGroup({ connection, members, results, flights, taken }: WatchedGroup): readonly Metric[] {
  const { fetched, lost } = results.counts
  const { asked, waiting, alone } = flights.counts
  const isAway = connection.reachability.isAway ? 1 : 0
  const rows = [
    ['gauge', 'hosts', 'Hosts of the group that this one knows of, itself included.', members.all.length],
    ['gauge', 'redis_away', 'Whether Redis cannot be reached: 1 or 0.', isAway],
    ['gauge', 'waiting_runs', 'Runs asked for at this host that no host has begun.', waiting],
    ['counter', 'fetched_total', 'Results that came from other hosts.', fetched],
    ['counter', 'lost_total', 'Results that could not be had from the hosts that should have them.', lost],
    ['counter', 'alone_total', 'Runs of this host by itself, as Redis was away.', alone],
  ] as const
  return [
    ...rows.map(([type, name, help, value]) => single(type, `specimen_group_${name}`, help, value)),
    {
      name: 'specimen_group_runs_total',
      type: 'counter',
      help: 'Runs that this host has asked the group for, and those that it has taken, its own included.',
      samples: [
        { labels: { part: 'asked' }, value: asked },
        { labels: { part: 'taken' }, value: taken.count },
      ],
    },
  ]
}
