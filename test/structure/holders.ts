/** The collections that live as long as a host, each with what bounds it. */

/** The holders of one file. */
export interface HolderRows {
  readonly path: string
  /** By the name of the variable or member: its bound. */
  readonly names: { readonly [name: string]: string }
}

const request = 'one for each request that is open; those hold bytes of the account (`answers`)'
const catalog = 'what the operator or the program has put into the catalog'
const worker = 'what a worker of the operator announces or serves; `federation/link/limits.ts`'
const ofRoom = 'one for each peer of a room, or view: `roomLimits.peers`, 8 views'

export const holders: readonly HolderRows[] = [
  { path: 'core/access/jwt.ts', names: { remembered: 'rememberedLimit; the oldest goes' } },
  {
    path: 'core/account/ledger.ts',
    names: { '#things': 'the ledger itself: an entry for each hold, which it refuses beyond its limit' },
  },
  { path: 'core/account/spending.ts', names: { '#clients': 'mostClients; who spent longest ago goes' } },
  {
    path: 'core/cache/aging-entries.ts',
    names: {
      '#owners': 'owners of entries; empty ones go, and entries are bounded by bytes and time',
      '#ranked': 'the same owners in another order',
    },
  },
  { path: 'core/cache/memory-room-cache.ts', names: { '#rooms': 'rooms with an entry: --cache-bytes' } },
  {
    path: 'core/catalog/catalog.ts',
    names: { '#functions': catalog, '#specimens': catalog, '#fileIds': catalog },
  },
  { path: 'core/catalog/register-code.ts', names: { built: catalog } },
  {
    path: 'core/dev/dev-feed.ts',
    names: { kept: 'entryLimit and sizeLimit; the oldest goes', waiting: request },
  },
  { path: 'core/domain/shares.ts', names: { '#amounts': 'owners of something bounded; empty ones go' } },
  {
    path: 'core/federation/link/link.ts',
    names: { '#spare': 'as many as were being sent at a time, which a window of each stream bounds' },
  },
  { path: 'core/federation/relay/announced-catalog.ts', names: { '#pending': worker } },
  { path: 'core/federation/relay/announced-entries.ts', names: { '#seen': worker } },
  {
    path: 'core/federation/relay/open-exchanges.ts',
    names: { '#exchanges': request, '#unanswered': 'those of #exchanges' },
  },
  {
    path: 'core/federation/relay/relay.ts',
    names: { '#sessions': 'workerLimit', '#connections': 'a token of a worker for each, which dials one' },
  },
  { path: 'core/federation/relay/remote-file.ts', names: { '#chunks': 'fileWindowBytes' } },
  { path: 'core/federation/worker/announcement.ts', names: { '#queue': 'the catalog of the worker itself' } },
  { path: 'core/federation/worker/byte-source.ts', names: { '#pieces': 'a piece that was read ahead' } },
  {
    path: 'core/federation/worker/exchanges.ts',
    names: { '#exchanges': 'requests of the relay, which are open there as well' },
  },
  {
    path: 'core/federation/worker/link-pace.ts',
    names: { '#marks': 'chunks in flight: the window of a link' },
  },
  { path: 'core/federation/worker/outgoing-progress.ts', names: { '#kept': 'twice messageLimit' } },
  { path: 'core/federation/worker/outgoing-streams.ts', names: { '#streams': 'answers of #exchanges' } },
  { path: 'core/functions/bundle-copies.ts', names: { '#copies': catalog } },
  { path: 'core/functions/bundle-copy.ts', names: { '#marks': catalog } },
  { path: 'core/functions/bundle-needs.ts', names: { '#reported': catalog } },
  { path: 'core/functions/bundle-records.ts', names: { '#records': catalog } },
  {
    path: 'core/group/jobs/group-job-store.ts',
    names: {
      '#own': '--job-limit, by callers',
      '#runs': 'runLimit; then all are looked up again',
      '#ended': 'a number for each job of the last --job-ttl, at the rate of runs',
    },
  },
  { path: 'core/group/members/members.ts', names: { '#seen': 'revisions of bundles of the hosts' } },
  { path: 'core/group/redis/connect.ts', names: { '#heard': 'channels of rooms and of the group' } },
  { path: 'core/group/redis/reachability.ts', names: { '#listeners': 'parts of this host' } },
  { path: 'core/group/results/group-results.ts', names: { '#arriving': 'arrivingBytes' } },
  {
    path: 'core/group/rooms/group-room-state.ts',
    names: {
      '#alone': 'names of fields of the room: `roomLimits.fields`',
      '#waiting': 'a change for each peer, which sends the next after it',
    },
  },
  { path: 'core/group/rooms/group-rooms.ts', names: { '#open': 'the open rooms of `rooms.ts`' } },
  { path: 'core/group/runs/group-flights.ts', names: { '#open': request } },
  { path: 'core/group/runs/run-queues.ts', names: { '#queues': catalog } },
  { path: 'core/group/runs/run-waits.ts', names: { '#waits': '--queue-size, by callers, and --pool-size' } },
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
  {
    path: 'core/http/answer/large-answers.ts',
    names: { '#clients': 'clients with such a connection; empty ones go: --connection-limit' },
  },
  {
    path: 'core/http/connection/accept-connections.ts',
    names: { open: '--connection-limit', counts: 'addresses of open; empty ones go' },
  },
  { path: 'core/http/connection/connections.ts', names: { sockets: '--connection-limit' } },
  { path: 'core/http/connection/slow-readers.ts', names: { '#minutes': '--connection-limit' } },
  {
    path: 'core/http/request/host-names.ts',
    names: { known: 'names of the operator', taken: 'takenLimit; further spellings are checked each time' },
  },
  { path: 'core/http/request/rate-limit.ts', names: { '#buckets': 'clientLimit; the oldest goes' } },
  {
    path: 'core/http/request/recent-texts.ts',
    names: { '#untils': 'rightTokens, wrongTokens; the oldest goes' },
  },
  { path: 'core/jobs/jobs.ts', names: { '#cancels': 'running jobs: --job-limit' } },
  { path: 'core/jobs/kept-messages.ts', names: { '#messages': 'messageLimit, and --job-bytes of all' } },
  { path: 'core/jobs/memory-job-store.ts', names: { '#running': '--job-limit, by callers' } },
  { path: 'core/rooms/change-feed.ts', names: { '#changes': '`roomLimits.fields`, of one pause' } },
  {
    path: 'core/rooms/peer-connection.ts',
    names: { '#waiting': 'a few messages; then its socket is not read' },
  },
  {
    path: 'core/rooms/pose-board.ts',
    names: { '#poses': ofRoom, '#moved': ofRoom, '#behind': ofRoom, '#far': ofRoom },
  },
  { path: 'core/rooms/room-fields.ts', names: { map: '`roomLimits.fields` and `roomLimits.characters`' } },
  { path: 'core/rooms/room-runs.ts', names: { '#open': ofRoom } },
  { path: 'core/rooms/room.ts', names: { '#peers': ofRoom } },
  { path: 'core/rooms/rooms.ts', names: { '#open': '`roomLimits.rooms`, by callers' } },
  {
    path: 'core/rooms/shown-results.ts',
    names: { '#shown': ofRoom, '#landed': 'results about to be shown, of which the bytes are held' },
  },
  { path: 'core/rooms/turns.ts', names: { '#waiting': 'connections of peers' } },
  { path: 'core/run/drawing/thread-drawer.ts', names: { slow: 'mostSlow; then all are tried again' } },
  { path: 'core/run/executor.ts', names: { '#open': request } },
  { path: 'core/run/local-flight.ts', names: { '#waiters': request } },
  { path: 'core/run/memory-flights.ts', names: { '#open': request } },
  { path: 'core/run/pool/compartment-pool.ts', names: { '#stops': 'places of the pool' } },
  {
    path: 'core/run/pool/places.ts',
    names: {
      '#places': 'places of the pool',
      '#living': 'places of the pool, and spares',
      '#going': 'processes that end, each of one place',
      '#owing': 'one for each place that is missing',
      '#spares': 'spares of the pool',
    },
  },
  { path: 'core/run/report-limiter.ts', names: { held: 'messageLimit; the oldest is overwritten' } },
  { path: 'core/run/run-messages.ts', names: { '#messages': 'twice messageLimit' } },
  { path: 'core/run/run-queue.ts', names: { '#callers': 'the limit of the queue, by callers' } },
  {
    path: 'core/run/task-threads.ts',
    names: { '#ending': 'threads of it', '#idle': 'threads of it', '#stops': 'threads of it' },
  },
  {
    path: 'core/watch/log-output.ts',
    names: { '#lines': 'mostLength; further lines are counted and dropped' },
  },
  { path: 'core/watch/process-metrics.ts', names: { '#windows': 'two of them at a time' } },
  {
    path: 'core/watch/request-counts.ts',
    names: { '#routes': 'declared routes and methods', durations: 'statuses that the host answers with' },
  },
  { path: 'core/watch/run-counts.ts', names: { '#functions': 'functionLimit; further ones are `other`' } },
  {
    path: 'core/watch/trace/otlp-exporter.ts',
    names: { '#spans': 'waitingSpans; further ones are dropped' },
  },
  { path: 'core/watch/watch.ts', names: { '#ends': 'parts of this host', '#sources': 'parts of this host' } },
]
