/** The same of hosts of a group, of relays and of workers. */
import { catalog, type HolderRows, request } from './holders.ts'

const worker = 'what a worker of the operator announces or serves; `federation/link/limits.ts`'

export const groupHolders: readonly HolderRows[] = [
  {
    path: 'core/federation/link/cut-frame.ts',
    names: {
      '#lists': 'a message of 4 MiB, while it is cut',
      '#rest': 'a message of 4 MiB, while it is cut',
    },
  },
  {
    path: 'core/federation/link/link.ts',
    names: { '#spare': 'as many as were being sent at a time, which a window of each stream bounds' },
  },
  { path: 'core/federation/relay/announced-catalog.ts', names: { '#pending': worker } },
  {
    path: 'core/federation/relay/announced-entries.ts',
    names: { functions: worker, specimens: worker, '#lengths': worker, '#seen': worker },
  },
  {
    path: 'core/federation/relay/open-exchanges.ts',
    names: {
      '#waiting': '--queue-size, by callers',
      '#exchanges': request,
      '#unanswered': 'those of #exchanges',
    },
  },
  {
    path: 'core/federation/relay/relay.ts',
    names: { '#sessions': 'workerLimit', '#connections': 'a token of a worker for each, which dials one' },
  },
  {
    path: 'core/federation/relay/remote-file.ts',
    names: { '#body': 'one piece ahead, in a window of fileWindowBytes', '#chunks': 'fileWindowBytes' },
  },
  { path: 'core/federation/worker/announcement.ts', names: { '#queue': 'the catalog of the worker itself' } },
  { path: 'core/federation/link/byte-source.ts', names: { '#pieces': 'a piece that was read ahead' } },
  {
    path: 'core/federation/worker/exchanges.ts',
    names: { '#exchanges': 'requests of the relay, which are open there as well' },
  },
  {
    path: 'core/federation/link/link-pace.ts',
    names: { '#marks': 'chunks in flight: the window of a link' },
  },
  {
    path: 'core/federation/relay/given-data.ts',
    names: { '#open': 'data of runs, which the account holds (`data`)' },
  },
  {
    path: 'core/federation/worker/kept-data.ts',
    names: { '#kept': '`cacheBytes`; the one used longest ago goes' },
  },
  { path: 'core/federation/worker/outgoing-progress.ts', names: { '#kept': 'twice messageLimit' } },
  {
    path: 'core/federation/link/outgoing-streams.ts',
    names: { '#streams': 'answers of #exchanges, and data of runs' },
  },
  {
    path: 'core/group/jobs/group-job-store.ts',
    names: {
      '#own': 'the account (`jobs`)',
      '#runs': 'runLimit; then all are looked up again',
      '#ended': 'a number for each job of the last --job-ttl, at the rate of runs',
    },
  },
  {
    path: 'core/group/members/members.ts',
    names: {
      '#awaited': 'hosts of the group',
      '#seen': 'revisions of bundles of the hosts',
      '#addresses': 'addressLimit; then the oldest go',
    },
  },
  { path: 'core/group/redis/connect.ts', names: { '#heard': 'channels of rooms and of the group' } },
  {
    path: 'core/group/redis/reachability.ts',
    names: { '#listeners': 'parts of this host', '#lostListeners': 'parts of this host' },
  },
  { path: 'core/group/runs/run-feed.ts', names: { '#followers': 'flights of this host, one for a run' } },
  {
    path: 'core/group/results/peer-signatures.ts',
    names: { '#taken': 'peers that other hosts pass on within two minutes' },
  },
  {
    path: 'core/group/files/group-files.ts',
    names: { body: 'one piece ahead of the disk, for each file that is on its way' },
  },
  { path: 'core/group/results/group-results.ts', names: { '#arriving': 'arrivingBytes' } },
  {
    path: 'core/group/rooms/owned-room.ts',
    names: { '#waiting': 'a change for each peer, which sends the next after it' },
  },
  { path: 'core/group/rooms/group-rooms.ts', names: { '#open': 'the open rooms of `rooms.ts`' } },
  {
    path: 'core/group/rooms/room-owners.ts',
    names: {
      '#suspected': 'hosts of the group, for 10 s each',
      '#asking': 'hosts of the group, for 2 s each',
    },
  },
  { path: 'core/group/rooms/room-passage.ts', names: { '#passing': '--connection-limit' } },
  { path: 'core/group/runs/group-flights.ts', names: { '#open': request } },
  { path: 'core/group/runs/run-queues.ts', names: { '#queues': catalog } },
  {
    path: 'core/group/runs/run-waits.ts',
    names: {
      '#waits': '--queue-size, by callers, and --pool-size',
      '#turns': 'callers with runs that wait: those of `#waits`',
    },
  },
  {
    path: 'core/group/runs/taken-runs.ts',
    names: {
      '#workers': catalog,
      '#ending': catalog,
      '#own': 'runs of this host that wait: --queue-size',
      '#taken': 'places of the pool',
    },
  },
  { path: 'core/group/workers/far-workers.ts', names: { '#catalogs': worker, '#workers': worker } },
  { path: 'core/group/workers/held-workers.ts', names: { '#held': worker } },
  { path: 'core/group/workers/group-workers.ts', names: { '#silent': 'hosts of the group' } },
]
