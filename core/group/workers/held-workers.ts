import type { Catalog } from '../../engine/catalog/catalog.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import type { WorkerSession } from '../../federation/relay/session.ts'
import { type HeldWorker, toHostName } from '../members/member.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { isBundleRevision } from '../runs/run-queues.ts'
import { type CatalogText, type SharedCatalog, toCatalogText } from './catalog-text.ts'

/** Milliseconds for which Redis keeps a catalog after its host has renewed it last. */
const catalogLife = 600_000

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

  constructor(options: HeldWorkersOptions, sessions: Relay['sessions']) {
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

  /** Reads what the workers and this host are now, and gives Redis their catalogs. @throws `group.away` */
  async read(): Promise<void> {
    const holds = await Promise.all([...this.#sessions.values()].map((session) => this.#hold(session)))
    this.#held = new Map(holds.flatMap((hold) => (hold ? [[hold.workerId, hold]] : [])))
    const { connection, host, findCatalog } = this.#options
    const snapshot = findCatalog()?.own
    if (!snapshot) return
    const catalog = await this.#share(snapshot, () => toShared(snapshot))
    const since = this.#own?.since ?? Math.round(connection.now())
    this.#own = { workerId: toHostName(host), instance: host, since, catalog, isAvailable: true }
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

  async #hold(session: WorkerSession): Promise<Hold | undefined> {
    const { workerId, announced, joins, isConnected, instance, exchanges } = session
    const before = this.#held.get(workerId)
    const isSameLink = before?.session === session && before.joins === joins
    // The group has not been told of a new link that is lost by now.
    if (!announced || !(isSameLink || isConnected)) return undefined
    const since = isSameLink ? before.since : Math.round(this.#options.connection.now())
    const catalog = await this.#share(announced.functions, () => announced) // another map with each change
    return { workerId, instance, since, catalog, isAvailable: exchanges.isReady, session, joins }
  }

  /** Returns the digest of a catalog, of which Redis has the text then. */
  async #share(key: object, find: () => SharedCatalog): Promise<string> {
    const { connection, keys } = this.#options
    const text = this.#texts.get(key) ?? toCatalogText(find())
    this.#texts.set(key, text)
    const { digest, lines } = await text
    const name = keys.catalog(digest)
    await connection.ask(async (redis) => {
      if ((await redis.pexpire(name, catalogLife)) === 0) await redis.set(name, lines, 'PX', catalogLife)
    })
    return digest
  }
}

/**
 * Returns what other hosts show of this one: functions of bundles, as they may ask for those, and all
 * specimens but those of functions in code. In an order that is the same at all hosts.
 */
function toShared({ functions, specimens }: Snapshot): SharedCatalog {
  const shared = [...functions].filter(([, { revision }]) => isBundleRevision(revision))
  const sorted = new Map(shared.sort(([a], [b]) => (a < b ? -1 : 1)))
  const shown = [...specimens].filter(([, specimen]) => {
    return specimen.kind === 'static' || sorted.has(specimen.functionName)
  })
  return { functions: sorted, specimens: new Map(shown), bundles: 0, errors: [] }
}
