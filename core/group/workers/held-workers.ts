import type { Catalog } from '../../catalog/catalog.ts'
import type { Snapshot } from '../../catalog/snapshot.ts'
import type { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import type { WorkerSession } from '../../federation/relay/session.ts'
import { type GroupMember, type HeldWorker, toHostName } from '../members/member.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { isBundleRevision } from '../runs/run-queues.ts'
import { type CatalogText, toCatalogText } from './catalog-text.ts'

/** Milliseconds for which a catalog is kept, and after which it is written again. */
const catalogLife = 3_600_000
const catalogPause = 1_200_000
/** Milliseconds for which revisions are known that no host has, and the most that are. */
const seenLife = 86_400_000
const seenLimit = 10_000

/** A worker, and the link by which it is held. */
interface Hold extends HeldWorker {
  readonly session: WorkerSession
  readonly joins: number
}

/** The dependencies of {@link HeldWorkers}. */
export interface HeldWorkersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly host: string
  /** Returns the catalog of this host; undefined before it serves. */
  readonly findCatalog: () => Catalog | undefined
}

/** The catalogs that this host has for the group: its own, and those of the workers whose links it has. */
export class HeldWorkers {
  readonly #options: HeldWorkersOptions
  readonly #sessions: Relay['sessions']
  #held = new Map<string, Hold>()
  #own: HeldWorker | undefined
  readonly #texts = new WeakMap<object, Promise<CatalogText>>()
  readonly #written = new Map<string, number>()
  /** The times at which the revisions of this host's bundles were first seen. */
  readonly #seen = new Map<string, number>()

  constructor(options: HeldWorkersOptions, { sessions }: Pick<Relay, 'sessions'>) {
    this.#options = options
    this.#sessions = sessions
  }

  /** As they were at the last reading. */
  list(): readonly HeldWorker[] {
    const workers = [...this.#held.values()].map(({ session: _, joins: __, ...worker }) => worker)
    return this.#own ? [this.#own, ...workers] : workers
  }

  /** The digest of this host's own catalog; undefined before it serves. */
  get ownDigest(): string | undefined {
    return this.#own?.catalog
  }

  /** Returns the bundles of this host that the group knows of. */
  listBundles(): Pick<GroupMember, 'revisions' | 'seen'> {
    const bundles = this.#listRevisions().flatMap((revision) => {
      const seen = this.#seen.get(revision)
      return seen === undefined ? [] : [{ revision, seen }]
    })
    return { revisions: bundles.map(({ revision }) => revision), seen: bundles.map(({ seen }) => seen) }
  }

  /** Redis has lost its data: catalogs are written again. */
  loseAll(): void {
    this.#written.clear()
  }

  /** Reads what the workers and this host are now, and gives Redis their catalogs. @throws `group.away` */
  async read(): Promise<void> {
    const next = new Map<string, Hold>()
    for (const session of [...this.#sessions.values()]) {
      const { workerId, announced, joins, isConnected } = session
      const before = this.#held.get(workerId)
      const isSameLink = before?.session === session && before.joins === joins
      // The group has not been told of a new link that is lost by now.
      if (!announced || !(isSameLink || isConnected)) continue
      const catalog = await this.#share(announced.functions, () => announced) // another map with each change
      const since = isSameLink ? before.since : Math.round(this.#options.connection.now())
      const { instance, isAvailable } = session
      next.set(workerId, { workerId, instance, since, catalog, isAvailable, session, joins })
    }
    this.#held = next
    await this.#readOwn()
  }

  /** Gives up a worker that has connected to another host, unless it has connected here since. */
  check({ workerId, since, instance }: HeldWorker): void {
    const known = this.#held.get(workerId)
    if (since <= (known?.since ?? 0)) return
    const session = this.#sessions.get(workerId)
    if (session?.isConnected && session.joins !== known?.joins) return
    this.#held.delete(workerId)
    session?.moveAway(instance)
  }

  async #readOwn(): Promise<void> {
    const { connection, host, findCatalog } = this.#options
    const snapshot = findCatalog()?.own
    if (!snapshot) return
    await this.#register()
    const catalog = await this.#share(snapshot, () => toAnnounced(snapshot))
    const since = this.#own?.since ?? Math.round(connection.now())
    this.#own = { workerId: toHostName(host), instance: host, since, catalog, isAvailable: true }
  }

  #listRevisions(): string[] {
    return this.#options.findCatalog()?.bundles.used.map(({ hash }) => hash) ?? []
  }

  /** Has the group know since when there are the bundles of this host; the earliest time counts. */
  async #register(): Promise<void> {
    const { connection, keys } = this.#options
    const revisions = this.#listRevisions()
    const name = revisions.join()
    if (revisions.length === 0 || !this.#isDue(name)) return
    const now = Math.round(connection.now())
    const times = await connection.ask(async (redis) => {
      const rows = revisions.flatMap((revision) => [this.#seen.get(revision) ?? now, revision])
      await redis.zadd(keys.seen, 'LT', ...rows)
      const found = await redis.zmscore(keys.seen, ...revisions)
      await redis.zremrangebyrank(keys.seen, 0, -seenLimit - 1)
      await redis.pexpire(keys.seen, seenLife)
      return found
    })
    for (const [i, revision] of revisions.entries()) this.#seen.set(revision, Number(times[i] ?? now))
    this.#written.set(name, performance.now())
  }

  /** Returns the digest of a catalog, of which Redis has the text then. */
  async #share(key: object, find: () => Parameters<typeof toCatalogText>[0]): Promise<string> {
    const text = this.#texts.get(key) ?? toCatalogText(find())
    this.#texts.set(key, text)
    const { digest, lines } = await text
    if (!this.#isDue(digest)) return digest
    const { connection, keys } = this.#options
    await connection.ask((redis) => redis.set(keys.catalog(digest), lines, 'PX', catalogLife))
    this.#written.set(digest, performance.now())
    return digest
  }

  #isDue(name: string): boolean {
    return performance.now() - (this.#written.get(name) ?? Number.NEGATIVE_INFINITY) >= catalogPause
  }
}

/**
 * Returns what other hosts show of this one: functions of bundles, as they may ask for those, and all
 * specimens but those of functions in code. In an order that is the same at all hosts.
 */
function toAnnounced({
  functions,
  specimens,
}: Snapshot): Pick<AnnouncedCatalog, 'functions' | 'specimens' | 'bundles' | 'errors'> {
  const shared = [...functions].filter(([, { revision }]) => isBundleRevision(revision))
  const sorted = new Map(shared.sort(([a], [b]) => (a < b ? -1 : 1)))
  const shown = [...specimens].filter(([, specimen]) => {
    return specimen.kind === 'static' || sorted.has(specimen.functionName)
  })
  return { functions: sorted, specimens: new Map(shown), bundles: 0, errors: [] }
}
