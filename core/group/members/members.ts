import { randomUUID } from 'node:crypto'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { Script, text } from '../redis/script.ts'
import { formatMember, type GroupMember, layoutVersion, parseMember } from './member.ts'

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
  readonly log: Log
  /** Called after each change of the members. */
  readonly onChange: () => void
  /** Called when Redis has lost its data. */
  readonly onLost: () => void
}

/** Milliseconds between two signs of life, and after which a silent host is gone. */
const pause = 2000
const life = 8000

// A host that has not renewed in time is found by the next that gives a sign of life. Of the times at which
// revisions were first seen the earliest counts; the latest thousand are known for a day.
const beatScript = new Script(`
local id, record, known, life, fresh = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HSETNX', KEYS[3], 'life', fresh) == 1 then redis.call('DEL', KEYS[1], KEYS[2]) end
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('HDEL', KEYS[1], gone)
  redis.call('HINCRBY', KEYS[3], 'hosts', 1)
end
redis.call('ZADD', KEYS[2], now + life, id)
local isNew = redis.call('HGET', KEYS[1], id) ~= record
if isNew then
  redis.call('HSET', KEYS[1], id, record)
  redis.call('HINCRBY', KEYS[3], 'hosts', 1)
end
if isNew or redis.call('PTTL', KEYS[3]) < 5 * life then
  for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], 10 * life) end
  if #ARGV > 5 then redis.call('ZADD', KEYS[4], 'LT', unpack(ARGV, 6)) end
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1001)
  redis.call('PEXPIRE', KEYS[4], 86400000)
end
local group = redis.call('HMGET', KEYS[3], 'life', 'hosts')
local version = group[1] .. '.' .. group[2]
if version == known then return {tostring(now), group[1], version} end
local seen = redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES')
return {tostring(now), group[1], version, redis.call('HGETALL', KEYS[1]), seen}`)

/** The hosts of the group, as one of them knows them by their signs of life. */
export class Members {
  readonly #options: MembersOptions
  #members: readonly GroupMember[] = []
  #seen: ReadonlyMap<string, number> = new Map()
  #version = ''
  #offered = ''
  #offering: Promise<void> | undefined
  #isStale = false
  #life: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** This host is among them once it has joined. */
  get all(): readonly GroupMember[] {
    return this.#members
  }

  /** The times at which the group first saw revisions, by Redis' clock, in milliseconds. */
  get seen(): ReadonlyMap<string, number> {
    return this.#seen
  }

  /** True for this host, and while another gives signs of life. */
  isThere(host: string): boolean {
    return host === this.#options.host || this.#members.some(({ id }) => id === host)
  }

  /** Gives signs of life from now on. @throws `config.invalid`, `group.away` */
  async join(): Promise<void> {
    const { host, log, prepare } = this.#options
    await prepare()
    await this.#offer()
    log.info({ host, hosts: this.#members.length }, 'this host is one of a group')
    this.#timer = setInterval(() => this.tell(), pause)
    this.#timer.unref()
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
    const { connection, keys, host: id } = this.#options
    await connection.ask(async (redis) => {
      await redis.multi().hdel(keys.hosts, id).zrem(keys.ends, id).hincrby(keys.group, 'hosts', 1).exec()
      await redis.pexpire(keys.group, 10 * life)
    })
    await this.#announce()
  }

  /** Gives a sign of life, and learns of the others. @throws `group.away` */
  async beat(): Promise<void> {
    const { connection, keys, host, describe, onLost } = this.#options
    const own = describe()
    const now = Math.round(connection.now())
    const seen = own.revisions.flatMap((revision) => [this.#seen.get(revision) ?? now, revision])
    const names = [keys.hosts, keys.ends, keys.group, keys.seen]
    const args = [host, formatMember(own), this.#version, life, randomUUID(), ...seen]
    const [time, found, version, ...news] = await connection.ask((redis) =>
      beatScript.run(redis, names, args),
    )
    connection.setTime(Number(time))
    const isLost = this.#life !== undefined && this.#life !== found
    this.#life = text(found)
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
    if (err instanceof SpecimenError && err.code === 'group.away') return // logged already
    this.#options.log.error({ err }, 'this host could not tell the group that it is there')
  }

  #read(records: readonly (readonly [host: string, record: string])[]): void {
    const { host: own, log, onChange } = this.#options
    const before = this.#members
    this.#members = records.flatMap(([id, record]) => {
      const member = parseMember(id, record)
      if (!member && this.#version === '') throw wrongLayoutError(id)
      return member ?? []
    })
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

function wrongLayoutError(host: string): SpecimenError {
  const detail = `Host ${host}, which shares this Redis, keeps its state in another form than this one, `
  return new SpecimenError(
    'config.invalid',
    `${detail}${layoutVersion}: stop all of them before the first of the other version starts.`,
  )
}
