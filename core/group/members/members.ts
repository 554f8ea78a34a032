import { randomUUID } from 'node:crypto'
import { dropOldest } from '../../contract/bounds/drop-oldest.ts'
import { hasCode } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { Script, text } from '../redis/script.ts'
import type { MemberAnswer } from './ask-member.ts'
import { checkMembers } from './check-members.ts'
import { life, pause } from './life.ts'
import { formatMember, type GroupMember, parseMember } from './member.ts'

/** The dependencies of {@link Members}. */
export interface MembersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  /** This host, as the group knows it. */
  readonly host: string
  /** Brings what it has up to date. @throws `group.away` */
  readonly prepare: () => Promise<void>
  /** Returns what it has. */
  readonly describe: () => Omit<GroupMember, 'id'>
  /** Asks another host something signed. */
  readonly ask: (address: string) => Promise<MemberAnswer>
  readonly log: Log
  /** Called after each change of the members. */
  readonly onChange: () => void
  /** Called when Redis has lost its data. */
  readonly onLost: () => void
  /** Called when this host was silent itself for so long that the others have given it up. */
  readonly onSilent: () => void
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/** Milliseconds for which hosts count as there after Redis has lost its data: they have to connect again. */
const returnLife = 8000
/** Milliseconds for which keys are kept without a sign of life, and the signs until they are renewed. */
const keyLife = 80_000
const renewalBeats = 20
/** Hosts whose addresses are known, former ones included. */
const addressLimit = 1000

// A host that has not renewed in time is found by the next that gives a sign of life. When none has renewed,
// Redis was silent and not they: those that were there have one more life. Of the times at which revisions
// were first seen the earliest counts; the latest thousand are known for a day.
const beatScript = new Script(`
local id, record, known, fresh, isChanged, isRenewed = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local group = redis.call('HMGET', KEYS[3], 'life', 'hosts')
if not group[1] then
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('HSET', KEYS[3], 'life', fresh)
  group[1] = fresh
end
local ends = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
local told, changes = 0, 0
for i = 2, #ends, 2 do told = math.max(told, tonumber(ends[i]) - ${life}) end
for i = 1, #ends, 2 do
  local last = tonumber(ends[i + 1])
  if last <= now and last >= told and now - told > ${life - pause} then
    redis.call('ZADD', KEYS[2], now + ${life}, ends[i])
  elseif last <= now then
    redis.call('ZREM', KEYS[2], ends[i])
    redis.call('HDEL', KEYS[1], ends[i])
    changes = changes + 1
  end
end
local isNew = redis.call('ZADD', KEYS[2], now + ${life}, id) == 1
if isNew or isChanged == '1' then
  redis.call('HSET', KEYS[1], id, record)
  changes = changes + 1
end
if changes > 0 then group[2] = redis.call('HINCRBY', KEYS[3], 'hosts', changes) end
if changes > 0 or isRenewed == '1' then
  for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ${keyLife}) end
  if #ARGV > 6 then redis.call('ZADD', KEYS[4], 'LT', unpack(ARGV, 7)) end
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1001)
  redis.call('PEXPIRE', KEYS[4], 86400000)
end
local version = group[1] .. '.' .. group[2]
if version == known then return {tostring(now), group[1], version} end
local seen = redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES')
return {tostring(now), group[1], version, redis.call('HGETALL', KEYS[1]), seen}`)

/** The hosts of the group, as one of them knows them by their signs of life. */
export class Members {
  readonly #options: MembersOptions
  #members: readonly GroupMember[] = []
  /** The addresses of hosts that are or were members, the latest ones. */
  readonly #addresses = new Map<string, string>()
  /** Hosts that were members when Redis lost its data, until a sign of life of each would be late. */
  #awaited: readonly GroupMember[] = []
  readonly #late = createDeadline(() => {
    this.#awaited = []
    this.#options.onChange()
  })
  #seen: ReadonlyMap<string, number> = new Map()
  #version = ''
  #offered = ''
  #offering: Promise<void> | undefined
  #isStale = false
  #life: string | undefined
  #timer: NodeJS.Timeout | undefined
  /** The record that the group has of this host. */
  #told = ''
  #beats = 0
  #lookedAt = 0

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** This host is among them once it has joined. */
  get all(): readonly GroupMember[] {
    return this.#members
  }

  /** The members, and after a loss of Redis' data those that have not been able to say so again. */
  get expected(): readonly GroupMember[] {
    const isNew = ({ id }: GroupMember): boolean => !this.#members.some((member) => member.id === id)
    return [...this.#members, ...this.#awaited.filter(isNew)]
  }

  /** The addresses of the other hosts, as they were known last. */
  get others(): readonly string[] {
    return this.expected.flatMap(({ id, address }) => (id === this.#options.host ? [] : [address]))
  }

  /** The times at which the group first saw revisions, by Redis' clock, in milliseconds. */
  get seen(): ReadonlyMap<string, number> {
    return this.#seen
  }

  /** True for this host, and while another gives signs of life. */
  isThere(host: string): boolean {
    return host === this.#options.host || this.expected.some(({ id }) => id === host)
  }

  /** Resolves with true for the address of a host that is or was a member; a new one is looked for. */
  async knows(host: string, address: string): Promise<boolean> {
    if (!this.#addresses.has(host)) await this.beat().catch(this.#note)
    return this.#addresses.get(host) === address
  }

  /**
   * Gives signs of life from now on, unless the hosts that are there refuse this one.
   * @throws `config.invalid`, `group.away`
   */
  async join(): Promise<void> {
    const { connection, host, log, prepare } = this.#options
    await checkMembers(this.#options)
    await prepare()
    await this.#offer()
    log.info({ host, hosts: this.#members.length }, 'this host is one of a group')
    this.#lookedAt = this.#options.clock()
    this.#timer = setInterval(() => this.#pulse(), pause)
    this.#timer.unref()
    // At once, as one that has come back empty knows of no host.
    connection.reachability.onChange((isAway) => !isAway && this.tell())
  }

  /** Gives a sign of life in time; a stopped process comes late, and finds it out before it does anything. */
  #pulse(): void {
    const { clock, onSilent } = this.#options
    const silence = clock() - this.#lookedAt
    this.#lookedAt = clock()
    if (silence >= life) onSilent()
    this.tell()
  }

  /** Gives a sign of life now. */
  tell(): void {
    this.beat().catch(this.#note)
  }

  /** Announces what this host has now; what Redis does not take is announced with the next call. */
  async offer(): Promise<void> {
    this.#isStale = true
    this.#offering ??= this.#offerAll().finally(() => {
      this.#offering = undefined
    })
    await this.#offering
  }

  async #offerAll(): Promise<void> {
    while (this.#isStale && this.#timer) {
      this.#isStale = false
      await this.#options
        .prepare()
        .then(() => this.#offer())
        .catch(this.#note)
    }
  }

  /** Has the others read at once what has changed: they give a sign of life, by which they learn of it. */
  async #offer(): Promise<void> {
    const record = formatMember(this.#options.describe())
    if (record === this.#offered) return
    await this.beat()
    await this.#announce()
    this.#offered = record
  }

  /** Leaves the group, so that no host waits for this one. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    this.#late.stop()
    const { connection, keys, host: id } = this.#options
    await connection.ask(async (redis) => {
      await redis.multi().hdel(keys.hosts, id).zrem(keys.ends, id).hincrby(keys.group, 'hosts', 1).exec()
      await redis.pexpire(keys.group, keyLife)
    })
    await this.#announce()
  }

  /** Gives a sign of life, and learns of the others. @throws `group.away` */
  async beat(): Promise<void> {
    const { connection, keys, host, describe, onLost } = this.#options
    const own = describe()
    const record = formatMember(own)
    const now = Math.round(connection.now())
    const seen = own.revisions.flatMap((revision) => [this.#seen.get(revision) ?? now, revision])
    const names = [keys.hosts, keys.ends, keys.group, keys.seen]
    const flags = [record !== this.#told, this.#beats++ % renewalBeats === 0].map(Number)
    const args = [host, record, this.#version, randomUUID(), ...flags, ...seen]
    const [time, found, version, ...news] = await connection.ask((redis) =>
      beatScript.run(redis, names, args),
    )
    connection.setTime(Number(time))
    this.#told = record
    const isLost = this.#life !== undefined && this.#life !== found
    this.#life = text(found)
    if (isLost) {
      this.#awaited = this.expected
      this.#late.start(returnLife / 1000)
    }
    const [hosts, times] = news.map((pairs) => (Array.isArray(pairs) ? toPairs(pairs.map(text)) : []))
    if (times) this.#seen = new Map(times.map(([revision, score]) => [revision, Number(score)]))
    if (hosts) this.#read(hosts)
    this.#version = text(version)
    if (isLost) onLost()
  }

  async #announce(): Promise<void> {
    const { connection, keys, host } = this.#options
    await connection.ask((redis) => redis.publish(keys.channel, JSON.stringify({ host })))
  }

  readonly #note = (err: unknown): void => {
    if (hasCode(err, 'group.away')) return // logged already
    this.#options.log.error({ err }, 'this host could not tell the group that it is there')
  }

  #read(records: readonly (readonly [host: string, record: string])[]): void {
    const { host: own, log, onChange } = this.#options
    const before = this.#members
    this.#members = records.flatMap(([id, record]) => {
      return parseMember(id, record) ?? []
    })
    for (const { id, address } of this.#members) this.#addresses.set(id, address)
    dropOldest(this.#addresses, addressLimit)
    const hosts = this.#members.length
    const tell = (some: readonly GroupMember[], known: readonly GroupMember[], what: string): void => {
      for (const { id: host, address } of some)
        if (host !== own && !known.some(({ id }) => id === host)) log.info({ host, address, hosts }, what)
    }
    if (before.length > 0) tell(this.#members, before, 'a host has joined the group')
    tell(before, this.#members, 'a host of the group is gone')
    onChange()
  }
}

function toPairs(texts: readonly string[]): (readonly [string, string])[] {
  return texts.flatMap((each, i) => (i % 2 === 0 ? [[each, texts[i + 1] ?? ''] as const] : []))
}
