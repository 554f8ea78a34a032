import type { Relay } from '../../federation/relay/relay.ts'
import type { WorkerSession } from '../../federation/relay/session.ts'
import type { HeldWorker } from '../members/member.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { type CatalogText, toCatalogText } from './catalog-text.ts'

/** Milliseconds for which a catalog is kept, and after which it is written again. */
const catalogLife = 3_600_000
const catalogPause = 1_200_000

/** A worker, and the link by which it is held. */
interface Hold extends HeldWorker {
  readonly session: WorkerSession
  readonly joins: number
}

/** The workers whose links this host has, as it describes them to the group. */
export class HeldWorkers {
  readonly #connection: GroupConnection
  readonly #keys: GroupKeys
  readonly #sessions: Relay['sessions']
  #held = new Map<string, Hold>()
  readonly #texts = new WeakMap<object, Promise<CatalogText>>()
  readonly #written = new Map<string, number>()

  constructor(connection: GroupConnection, keys: GroupKeys, { sessions }: Pick<Relay, 'sessions'>) {
    this.#connection = connection
    this.#keys = keys
    this.#sessions = sessions
  }

  /** As they were at the last reading. */
  list(): readonly HeldWorker[] {
    return [...this.#held.values()].map(({ session: _, joins: __, ...worker }) => worker)
  }

  /** Redis has lost its data: catalogs are written again. */
  loseAll(): void {
    this.#written.clear()
  }

  /** Reads what the workers are now, and gives Redis their catalogs. @throws `group.away` */
  async read(): Promise<void> {
    const next = new Map<string, Hold>()
    for (const session of [...this.#sessions.values()]) {
      const { workerId, announced, joins, isConnected } = session
      const before = this.#held.get(workerId)
      const isSameLink = before?.session === session && before.joins === joins
      // The group has not been told of a new link that is lost by now.
      if (!announced || !(isSameLink || isConnected)) continue
      const text = this.#texts.get(announced.functions) ?? toCatalogText(announced)
      this.#texts.set(announced.functions, text) // another map with each change
      const { digest: catalog, lines } = await text
      await this.#write(catalog, lines)
      const since = isSameLink ? before.since : Math.round(this.#connection.now())
      const { instance, isAvailable } = session
      next.set(workerId, { workerId, instance, since, catalog, isAvailable, session, joins })
    }
    this.#held = next
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

  async #write(digest: string, lines: string): Promise<void> {
    if (performance.now() - (this.#written.get(digest) ?? Number.NEGATIVE_INFINITY) < catalogPause) return
    const key = this.#keys.catalog(digest)
    await this.#connection.ask((redis) => redis.set(key, lines, 'PX', catalogLife))
    this.#written.set(digest, performance.now())
  }
}
