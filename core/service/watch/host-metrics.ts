import type { RoomListing } from '../../engine/cache/room-cache.ts'
import type { BundlePool } from '../../engine/run/pool/bundle-pool.ts'
import type { Account } from '../account/account.ts'
import type { JobStore } from '../jobs/job-store.ts'
import { gauge, type Metric, single } from './metric.ts'

/** The parts of a host whose state is read for the metrics. */
export interface MeasuredHost {
  readonly account: Account
  readonly pool: BundlePool
  readonly cache: RoomListing
  readonly jobs: JobStore
  /** Undefined for a host that accepts no workers. */
  readonly relay: { countConnected(): number } | undefined
  readonly catalog: {
    readonly snapshot: {
      readonly specimens: { readonly size: number }
      readonly functions: { readonly size: number }
      readonly errors: readonly unknown[]
    }
  }
  readonly version: string
}

/** Returns the metrics of a host's state. */
export async function collectHost(host: MeasuredHost): Promise<readonly Metric[]> {
  const { account, pool, cache, jobs, relay, catalog, version } = host
  const { running, ended, bytes } = await jobs.usage()
  const { entries, bytes: kept } = cache.usage()
  const { usage } = pool
  const { snapshot } = catalog
  const problems = snapshot.errors.length
  const crashed = 'Pool processes or threads that ended by themselves.'
  const connected = 'Workers that are connected to this relay.'
  return [
    gauge('specimen_pool_places', 'Plugin runs that may have a place at a time.', usage.size),
    gauge('specimen_pool_busy', 'Places that are taken.', usage.busy),
    gauge('specimen_queue_runs', 'Plugin runs that wait for a place.', usage.queued),
    gauge('specimen_pool_processes', 'Pool processes or threads, idle ones included.', usage.living),
    single('counter', 'specimen_pool_crashes_total', crashed, usage.crashes),
    gauge('specimen_cache_entries', 'Rooms that keep a result; in a group, results of this host.', entries),
    gauge('specimen_cache_bytes', 'Memory of the results that rooms keep.', kept),
    {
      name: 'specimen_jobs',
      type: 'gauge',
      help: 'Jobs that run, and ended ones that are remembered.',
      samples: [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'ended' }, value: ended },
      ],
    },
    ...collectHeld(account),
    gauge('specimen_job_bytes', 'Memory of jobs, their messages and results.', bytes),
    ...(relay ? [gauge('specimen_workers_connected', connected, relay.countConnected())] : []),
    gauge('specimen_catalog_specimens', 'Specimens in the catalog.', snapshot.specimens.size),
    gauge('specimen_catalog_functions', 'Functions in the catalog.', snapshot.functions.size),
    gauge('specimen_catalog_problems', 'Bundles and specimens that could not be loaded.', problems),
    {
      name: 'specimen_host_info',
      type: 'gauge',
      help: 'Always 1; the labels say what runs.',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
  ]
}

function collectHeld(account: Account): readonly Metric[] {
  const rows = account.list()
  // Prometheus keeps the suffix _count for histograms.
  const names = { bytes: 'specimen_host_held_bytes', count: 'specimen_host_held_places' } as const
  const toMetric = (unit: keyof typeof names, help: string): Metric => {
    const samples = rows.flatMap(({ name, held, ...row }) =>
      row.unit === unit ? [{ labels: { what: name }, value: held }] : [],
    )
    return { name: names[unit], type: 'gauge', help, samples }
  }
  return [
    toMetric('bytes', 'Memory that clients make the host hold, beside results of rooms and jobs.'),
    toMetric('count', 'Places that clients have taken of what is limited by number.'),
    {
      name: 'specimen_host_held_limit',
      type: 'gauge',
      help: 'What clients may make the host hold at most, in the unit of each.',
      samples: rows.map(({ name, limit }) => ({ labels: { what: name }, value: limit })),
    },
  ]
}
