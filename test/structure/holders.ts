/** The collections, queues and streams that live as long as a host, each with what bounds it. */

/** The holders of one file. */
export interface HolderRows {
  readonly path: string
  /** By the name of the variable or member: its bound. */
  readonly names: { readonly [name: string]: string }
}

export const request = 'one for each request that is open; those hold bytes of the account (`answers`)'
export const catalog = 'what the operator or the program has put into the catalog'
const ofRoom = 'one for each peer of a room, or view: `roomLimits.peers`, 8 views'

export const holders: readonly HolderRows[] = [
  { path: 'core/service/access/jwt.ts', names: { remembered: 'rememberedLimit; the oldest goes' } },
  {
    path: 'core/service/account/ledger.ts',
    names: { '#things': 'the ledger itself: an entry for each hold, which it refuses beyond its limit' },
  },
  {
    path: 'core/engine/run/drawing/spending.ts',
    names: { '#clients': 'mostClients; who spent longest ago goes' },
  },
  {
    path: 'core/engine/cache/aging-entries.ts',
    names: {
      '#owners': 'owners of entries; empty ones go, and entries are bounded by bytes and time',
      '#ranked': 'the same owners in another order',
    },
  },
  {
    path: 'core/engine/cache/memory-room-cache.ts',
    names: { '#rooms': 'rooms with an entry: --cache-bytes' },
  },
  {
    path: 'core/engine/catalog/catalog.ts',
    names: { '#functions': catalog, '#specimens': catalog, '#fileIds': catalog, '#defaultErrors': catalog },
  },
  { path: 'core/engine/catalog/register-code.ts', names: { built: catalog } },
  { path: 'core/engine/catalog/source-changes.ts', names: { '#bundles': catalog, '#specimens': catalog } },
  {
    path: 'core/service/mcp/answers/session-results.ts',
    names: { '#kept': 'mostKept and mostKeptBytes, and the account (`results`)' },
  },
  {
    path: 'core/service/mcp/rooms/agent-peer.ts',
    names: {
      peers: 'the peers of one room, of which a session has one place',
      '#changedAt': 'the views of a room, at most eight',
      '#asked': 'calls under way of a session',
      '#waiting': 'calls under way of a session',
    },
  },
  { path: 'core/service/mcp/rooms/room-news.ts', names: { '#news': 'mostNews, each cut' } },
  {
    path: 'core/service/mcp/streams/call-streams.ts',
    names: {
      '#streams': 'the calls of #calls',
      '#calls': 'the account (`answers`): each holds its message',
      '#readers': 'the account (`answers`): each is a stream, one at a time for each call',
    },
  },
  {
    path: 'core/service/mcp/streams/encode-message.ts',
    names: { '#texts': 'of one answer, which has reserved them in the account (`answers`)' },
  },
  {
    path: 'core/service/mcp/streams/event-stream.ts',
    names: {
      '#body': 'the account (`answers`), before it is written',
      '#onClosed': 'the session and the stream of one request',
    },
  },
  {
    path: 'core/service/mcp/streams/replay-log.ts',
    names: { '#events': 'the account (`replays`), mostEvents' },
  },
  { path: 'core/service/mcp/sessions/sessions.ts', names: { '#sessions': 'the account (`sessions`)' } },
  {
    path: 'core/service/rooms/room-sight.ts',
    names: { '#known': 'names of the fields of a room: `roomLimits.fields`' },
  },
  { path: 'core/service/mcp/tools/tools.ts', names: { hostTools: 'the few tools of the host itself' } },
  {
    path: 'core/service/http/dev-feed.ts',
    names: { kept: 'entryLimit and sizeLimit; the oldest goes', waiting: request },
  },
  {
    path: 'core/contract/bounds/shares.ts',
    names: { '#amounts': 'owners of something bounded; empty ones go' },
  },
  { path: 'core/engine/functions/bundle-copies.ts', names: { '#copies': catalog } },
  { path: 'core/engine/functions/bundle-copy.ts', names: { '#marks': catalog } },
  { path: 'core/engine/functions/bundle-needs.ts', names: { '#reported': catalog } },
  { path: 'core/engine/functions/bundle-records.ts', names: { '#records': catalog } },
  {
    path: 'core/service/http/answer/viewer-files.ts',
    names: { viewers: 'one for each folder of a viewer, which is that of the package' },
  },
  {
    path: 'core/service/http/answer/large-answers.ts',
    names: { '#clients': 'clients with such a connection; empty ones go: --connection-limit' },
  },
  {
    path: 'core/service/http/connection/accept-connections.ts',
    names: { open: '--connection-limit', counts: 'addresses of open; empty ones go' },
  },
  { path: 'core/service/http/connection/connections.ts', names: { sockets: '--connection-limit' } },
  { path: 'core/service/http/connection/slow-readers.ts', names: { '#minutes': '--connection-limit' } },
  {
    path: 'core/service/http/request/host-names.ts',
    names: { known: 'names of the operator', taken: 'takenLimit; further spellings are checked each time' },
  },
  { path: 'core/service/http/request/rate-limit.ts', names: { '#buckets': 'clientLimit; the oldest goes' } },
  {
    path: 'core/service/http/request/recent-texts.ts',
    names: { '#untils': 'rightTokens, wrongTokens; the oldest goes' },
  },
  {
    path: 'core/service/jobs/jobs.ts',
    names: {
      EventEmitter: 'polls that wait: the account (`polls`)',
      '#cancels': 'running jobs: the account (`jobs`)',
      '#runs': 'running jobs: the account (`jobs`)',
    },
  },
  {
    path: 'core/service/jobs/kept-messages.ts',
    names: { '#messages': 'messageLimit, and --job-bytes of all' },
  },
  { path: 'core/service/jobs/memory-job-store.ts', names: { '#running': 'the account (`jobs`)' } },
  {
    path: 'core/service/rooms/backlogs.ts',
    names: { '#open': 'connections, each with bytes of `backlogs`' },
  },
  {
    path: 'core/service/files/caller-files.ts',
    names: { '#stored': 'the account (`files`), in which each takes leastBytes or more' },
  },
  {
    path: 'core/service/files/partial-files.ts',
    names: {
      '#partials': 'the account (`files`), in which each takes leastFileBytes or more; mostPartials a client',
    },
  },
  {
    path: 'core/service/files/shared-files.ts',
    names: {
      '#arriving': 'one for each file of the account (`files`) that is on its way',
      '#told': 'a name for each file of the account (`files`)',
    },
  },
  { path: 'core/service/rooms/change-feed.ts', names: { '#changes': '`roomLimits.fields`, of one pause' } },
  { path: 'core/service/rooms/open-rooms.ts', names: { '#open': 'the account (`rooms`)' } },
  {
    path: 'core/service/rooms/peer-connection.ts',
    names: { '#waiting': 'mostWaiting and mostWaitingBytes; then its socket is not read' },
  },
  {
    path: 'core/service/rooms/pose-board.ts',
    names: { '#poses': ofRoom, '#moved': ofRoom, '#behind': ofRoom },
  },
  {
    path: 'core/service/rooms/room-fields.ts',
    names: { map: '`roomLimits.fields` and `roomLimits.characters`, and of all the account (`states`)' },
  },
  { path: 'core/service/rooms/room-runs.ts', names: { '#open': ofRoom } },
  { path: 'core/service/rooms/room.ts', names: { '#peers': ofRoom } },
  {
    path: 'core/service/rooms/shown-results.ts',
    names: { '#shown': ofRoom, '#landed': 'results about to be shown, of the account (`results`)' },
  },
  { path: 'core/service/rooms/turns.ts', names: { '#waiting': 'connections of peers' } },
  {
    path: 'core/engine/run/drawing/thread-drawer.ts',
    names: { '#pictures': 'mostSlow; then all are tried again' },
  },
  {
    path: 'core/engine/run/encoding/shared-task.ts',
    names: { '#turns': 'readers of one file: 64 of each caller, and of all by callers (`mostFiles`)' },
  },
  { path: 'core/engine/run/latest-requests.ts', names: { '#open': request } },
  {
    path: 'core/engine/run/run-nodes.ts',
    names: { '#answers': 'the calls of one run: 32, of an admitted run' },
  },
  { path: 'core/engine/run/local-flight.ts', names: { '#seats': request } },
  { path: 'core/engine/run/memory-flights.ts', names: { '#open': request } },
  { path: 'core/engine/run/pool/compartment-pool.ts', names: { '#stops': 'places of the pool' } },
  {
    path: 'core/engine/run/pool/places.ts',
    names: {
      '#queue': 'the queue of a pool: --queue-size, by callers',
      '#places': 'places of the pool',
      '#living': 'places of the pool, and spares',
      '#going': 'processes that end, each of one place',
      '#owing': 'one for each place that is missing',
    },
  },
  { path: 'core/engine/run/pool/spares.ts', names: { '#spares': 'spares of the pool' } },
  {
    path: 'core/engine/run/pool/usual-times.ts',
    names: { '#loads': 'mostKnown; the first is forgotten', '#runs': 'mostKnown; the first is forgotten' },
  },
  { path: 'core/engine/run/report-limiter.ts', names: { held: 'messageLimit; the oldest is overwritten' } },
  { path: 'core/engine/run/run-messages.ts', names: { '#messages': 'twice messageLimit' } },
  {
    path: 'core/engine/run/run-queue.ts',
    names: {
      '#callers': 'the limit of the queue, by callers',
      '#places': 'those that wait, as they were reckoned last: the limit of the queue, by callers',
    },
  },
  {
    path: 'core/engine/run/task-threads.ts',
    names: {
      '#queue': 'the limit of each use: checks and pieces, files, pictures',
      '#ending': 'threads of it',
      '#idle': 'threads of it',
      '#stops': 'threads of it',
    },
  },
  {
    path: 'core/service/watch/log-output.ts',
    names: { '#lines': 'mostLength; further lines are counted and dropped' },
  },
  { path: 'core/service/watch/process-metrics.ts', names: { '#windows': 'two of them at a time' } },
  {
    path: 'core/service/watch/request-counts.ts',
    names: { '#routes': 'declared routes and methods', durations: 'statuses that the host answers with' },
  },
  {
    path: 'core/service/watch/run-counts.ts',
    names: { '#functions': 'functionLimit; further ones are `other`' },
  },
  {
    path: 'core/service/watch/trace/otlp-exporter.ts',
    names: { '#spans': 'waitingSpans; further ones are dropped' },
  },
  {
    path: 'core/service/watch/watch.ts',
    names: { '#ends': 'parts of this host', '#sources': 'parts of this host' },
  },
  {
    path: 'core/engine/catalog/open-asset.ts',
    names: { Readable: 'a piece at a time, of an answer that holds bytes of the account (`answers`)' },
  },
  { path: 'core/engine/run/run-turns.ts', names: { '#queue': '--queue-size, by callers' } },
  { path: 'core/service/account/account.ts', names: { '#ledgers': 'one for each holding; never changed' } },
  { path: 'core/service/rooms/pose-boards.ts', names: { '#boards': 'two of them, for poses and bodies' } },
  {
    path: 'core/service/watch/log.ts',
    names: { Writable: 'hands each piece on; `log-output.ts` bounds them' },
  },
  {
    path: 'core/service/http/answer/send-asset.ts',
    names: {
      'Readable.from': 'a piece at a time, of an answer that holds bytes of the account (`answers`)',
    },
  },
  {
    path: 'core/service/http/answer/send.ts',
    names: {
      stream: 'a piece at a time, of an answer that holds bytes of the account (`answers`)',
      'Readable.from': 'nothing is in it',
    },
  },
  { path: 'core/service/http/routes/files-routes.ts', names: { 'Readable.from': 'nothing is in it' } },
  {
    path: 'core/service/mcp/tools/upload-tool.ts',
    names: { 'Readable.from': 'a text of at most 128 kB, of a message that the account holds' },
  },
  {
    path: 'core/service/http/routes/group-routes.ts',
    names: { 'Readable.from': 'a piece at a time, for another host of the group' },
  },
]
