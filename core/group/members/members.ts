import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type GroupMember, parseMember, parseRevisions, toRevisionSet, writeMember } from './member.ts'
import { type MemberKeys, type Told, tellMembers } from './tell-members.ts'

/** The version of all keys in Redis: hosts of one group have the same. */
export const layoutVersion = 1

/** What a host is among the others. */
export interface MembersOptions {
  readonly connection: GroupConnection
  readonly id: string
  readonly address: string
  readonly software: string
  /**
   * Told of each other host that is gone, once by each host that was there; one that has just joined is told
   * of those of the last minute, as nobody may have been there.
   */
  readonly onGone: (id: string) => void
  /** Told that this host was taken for gone and is there again: what it had is now others'. */
  readonly onReturned: () => void
  readonly log: Log
  /** Milliseconds between two words to the others. */
  readonly pause?: number
}

/** What a host has for runs. */
export interface Offer {
  /** The hashes of its bundles. */
  readonly revisions: Iterable<string>
  readonly places: number
}

/** What a host has said that it has. */
export interface OfferedSet {
  /** Names its revisions: hosts with the same have the same name for them. */
  readonly set: string
  /** Resolves when the others can know it. */
  readonly told: Promise<void>
}

/**
 * Who is in the group, by Redis' clock: each host says every 2 s that it is there, and is gone when it has
 * not for 8 s. With its word it learns what has changed, so a quiet group costs a short reply.
 */
export class Members {
  readonly #options: MembersOptions
  readonly #keys: MemberKeys
  #own: GroupMember
  #revisions: readonly string[] = []
  #members: ReadonlyMap<string, GroupMember> = new Map()
  /** Of each set that some host has. */
  readonly #sets = new Map<string, ReadonlySet<string>>()
  #version = 0
  /** Whether all that it knows is to be replaced: it was not there before, or has not learnt all since. */
  #knowsNothing = true
  #hasJoined = false
  /** Whether it was taken for gone, and has not learnt all since. */
  #hasReturned = false
  #timer: NodeJS.Timeout | undefined
  /** Words go out one after the other, so that an older one never overwrites a newer. */
  #last: Promise<void> = Promise.resolve()

  constructor(options: MembersOptions) {
    this.#options = options
    const { id, address, software, connection } = options
    this.#own = { id, address, software, set: toRevisionSet([]), places: 0 }
    this.#keys = toMemberKeys(connection.prefix)
  }

  /** Every host of the group that is there, this one included, as far as this host has heard. */
  list(): readonly GroupMember[] {
    return [...this.#members.values()]
  }

  /** Returns the hosts that have a revision. */
  listWith(revision: string): readonly GroupMember[] {
    return this.list().filter(({ set }) => this.#sets.get(set)?.has(revision))
  }

  /**
   * Joins with what this host has for runs, and says so from now on. Returns the name of its set of
   * revisions; `told` rejects with `config.invalid` when the others have another version of keys, and with
   * `group.away`.
   */
  join(offer: Offer): OfferedSet {
    const { set, told } = this.offer(offer)
    const joined = told.then(() => {
      this.#timer = setInterval(() => this.#guard(this.#say()), this.#options.pause ?? 2000)
      this.#timer.unref()
    })
    return { set, told: joined }
  }

  /** Says what this host has for runs, when that has changed; as {@link join}. */
  offer({ revisions, places }: Offer): OfferedSet {
    this.#revisions = [...revisions]
    const set = toRevisionSet(this.#revisions)
    this.#own = { ...this.#own, set, places }
    return { set, told: this.#writeSet().then(() => this.#say()) }
  }

  /** Leaves: the others are told at once. @throws `group.away` */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    await this.#last
    await this.#tell('')
  }

  #say(): Promise<void> {
    const said = this.#last.then(async () => {
      const told = await this.#tell(writeMember(this.#own))
      if (!told) return
      if ('layout' in told) throw wrongLayoutError(told.layout)
      await this.#learn(told)
    })
    this.#last = said.catch(() => {}) // whoever waits for `said` is told
    return said
  }

  async #tell(record: string): Promise<Awaited<ReturnType<typeof tellMembers>>> {
    const { connection } = this.#options
    const { id, set } = this.#own
    const known = this.#knowsNothing ? 0 : this.#version
    const word = {
      id,
      record,
      known,
      layout: layoutVersion,
      set: toSetKey(this.#options.connection.prefix, set),
    }
    return await connection.ask((redis) => tellMembers(redis, this.#keys, word))
  }

  /** What is not learnt to its end, as Redis is away, is told again with the next word. */
  async #learn({ version, isNew, records }: Told): Promise<void> {
    if (isNew) this.#knowsNothing = true
    if (isNew && this.#hasJoined) this.#hasReturned = true
    const members = new Map(this.#knowsNothing ? [] : this.#members)
    const gone: string[] = []
    for (const [id, record] of records) {
      const member = parseMember(id, record)
      if (member) members.set(id, member)
      else members.delete(id)
      if (record === '') gone.push(id)
    }
    if (this.#hasReturned) await this.#writeSet() // it is lost when Redis has lost all
    await this.#readSets(members)
    const hasReturned = this.#hasReturned
    this.#note(members)
    this.#members = members
    this.#version = version
    this.#knowsNothing = false
    this.#hasJoined = true
    this.#hasReturned = false
    if (hasReturned) this.#options.onReturned()
    for (const id of gone) this.#options.onGone(id)
  }

  /** Writes down who has come and gone; not each of those that a host finds when it joins. */
  #note(members: ReadonlyMap<string, GroupMember>): void {
    const { log } = this.#options
    const hosts = members.size
    if (!this.#hasJoined) log.info({ host: this.#own.id, hosts }, 'this host is one of a group')
    for (const [host, { address }] of members)
      if (this.#hasJoined && !this.#members.has(host))
        log.info({ host, address, hosts }, 'a host has joined the group')
    for (const [host, { address }] of this.#members)
      if (!members.has(host)) log.info({ host, address, hosts }, 'a host of the group is gone')
  }

  async #writeSet(): Promise<void> {
    const { set } = this.#own
    this.#sets.set(set, new Set(this.#revisions))
    const text = JSON.stringify(this.#revisions)
    await this.#options.connection.ask((redis) =>
      redis.set(toSetKey(this.#options.connection.prefix, set), text, 'PX', 3_600_000),
    )
  }

  /** Reads the sets of members that this host has not seen, and forgets those that nobody has. */
  async #readSets(members: ReadonlyMap<string, GroupMember>): Promise<void> {
    const wanted = new Set([...members.values()].map(({ set }) => set))
    for (const set of this.#sets.keys()) if (!wanted.has(set)) this.#sets.delete(set)
    const missing = [...wanted].filter((set) => !this.#sets.has(set))
    if (missing.length === 0) return
    const keys = missing.map((set) => toSetKey(this.#options.connection.prefix, set))
    const texts = await this.#options.connection.ask((redis) => redis.mget(keys))
    for (const [i, set] of missing.entries()) {
      const revisions = parseRevisions(texts[i] ?? '')
      if (revisions) this.#sets.set(set, revisions)
    }
  }

  /** While Redis is away everybody is told so already. */
  #guard(said: Promise<void>): void {
    said.catch((error: unknown) => {
      if (error instanceof SpecimenError && error.code === 'group.away') return
      this.#options.log.error({ err: error }, 'this host could not say that it is there')
    })
  }
}

/** Returns the key of the revisions of a set. */
export function toSetKey(prefix: string, set: string): string {
  return `${prefix}{hosts}:set:${set}`
}

/** Returns the keys of who is there. */
export function toMemberKeys(prefix: string): MemberKeys {
  const toKey = (name: string): string => `${prefix}{hosts}:${name}`
  return {
    ends: toKey('ends'),
    records: toKey('records'),
    gone: toKey('gone'),
    changes: toKey('changes'),
    version: toKey('version'),
    layout: toKey('layout'),
  }
}

function wrongLayoutError(found: string): SpecimenError {
  return new SpecimenError(
    'config.invalid',
    `The hosts that share this Redis keep their state there in form ${found}, this one in form ` +
      `${layoutVersion}: stop all of them before the first of the other version starts.`,
  )
}
