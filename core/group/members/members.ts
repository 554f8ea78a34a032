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
  readonly own: Omit<GroupMember, 'revisions'>
  readonly log: Log
  /** Called after each change of the members. */
  readonly onChange: () => void
  /** Called when Redis has lost its data. */
  readonly onLost: () => void
  /** Called with each answer of Redis: the version of the workers. */
  readonly onBeat: (workersVersion: string) => void
}

/** Milliseconds between two signs of life, and after which a silent host is gone. */
const pause = 2000
const life = 8000

// A host that has not renewed in time is found by the next that gives a sign of life.
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
if redis.call('HGET', KEYS[1], id) ~= record then
  redis.call('HSET', KEYS[1], id, record)
  redis.call('HINCRBY', KEYS[3], 'hosts', 1)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 10 * life) end
local group = redis.call('HMGET', KEYS[3], 'life', 'hosts', 'workers')
local version = group[1] .. '.' .. group[2]
local hosts = {}
if version ~= known then hosts = redis.call('HGETALL', KEYS[1]) end
return {tostring(now), group[1], version, group[3] or '', hosts}`)

/** The hosts of the group, as one of them knows them by their signs of life. */
export class Members {
  readonly #options: MembersOptions
  #members: readonly GroupMember[] = []
  #revisions: readonly string[] = []
  #places = new Map<string, number>()
  #version = ''
  #life: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** This host is among them once it has joined. */
  get all(): readonly GroupMember[] {
    return this.#members
  }

  isThere(host: string): boolean {
    return host === this.#options.own.id || this.#members.some(({ id }) => id === host)
  }

  /** Returns the places of all hosts that have a bundle; 0 when none has it. */
  countPlaces(revision: string): number {
    return this.#places.get(revision) ?? 0
  }

  /** Gives signs of life from now on. @throws `config.invalid`, `group.away` */
  async join(revisions: readonly string[]): Promise<void> {
    this.#revisions = revisions
    await this.#beat()
    await this.#announce()
    const { own, log } = this.#options
    log.info({ host: own.id, hosts: this.#members.length }, 'this host is one of a group')
    this.#timer = setInterval(() => this.tell(), pause)
    this.#timer.unref()
  }

  /** Tells the group that this host has these bundles from now on. */
  offer(revisions: readonly string[]): void {
    this.#revisions = revisions
    this.#beat()
      .then(() => this.#announce())
      .catch((err: unknown) => this.#note(err))
  }

  /** Gives a sign of life now. */
  tell(): void {
    this.#beat().catch((err: unknown) => this.#note(err))
  }

  /** Leaves the group, so that no host waits for this one. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    const { connection, keys, own } = this.#options
    await connection.ask(async (redis) => {
      await redis
        .multi()
        .hdel(keys.hosts, own.id)
        .zrem(keys.ends, own.id)
        .hincrby(keys.group, 'hosts', 1)
        .exec()
      await redis.pexpire(keys.group, 10 * life)
      await this.#announce()
    })
  }

  /** Has the other hosts give a sign of life now, by which they learn of this one. */
  async #announce(): Promise<void> {
    const { connection, keys, own } = this.#options
    await connection.ask((redis) => redis.publish(keys.channel, JSON.stringify({ host: own.id })))
  }

  #note(err: unknown): void {
    if (err instanceof SpecimenError && err.code === 'group.away') return // logged already
    this.#options.log.error({ err }, 'this host could not tell the group that it is there')
  }

  async #beat(): Promise<void> {
    const { connection, keys, own, onLost, onBeat } = this.#options
    const record = formatMember({ ...own, revisions: this.#revisions })
    const args = [own.id, record, this.#version, life, randomUUID()]
    const reply = await connection.ask((redis) =>
      beatScript.run(redis, [keys.hosts, keys.ends, keys.group], args),
    )
    const [time, found, version, workers, hosts] = reply
    connection.setTime(Number(time))
    if (version !== this.#version && Array.isArray(hosts)) this.#read(hosts.map(text))
    this.#version = text(version)
    const isLost = this.#life !== undefined && this.#life !== found
    this.#life = text(found)
    if (isLost) onLost()
    onBeat(`${this.#life}.${text(workers)}`)
  }

  #read(pairs: readonly string[]): void {
    const { own, log, onChange } = this.#options
    const members: GroupMember[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      const [id = '', record = ''] = pairs.slice(i, i + 2)
      const member = parseMember(id, record)
      if (member) members.push(member)
      else if (this.#version === '') throw wrongLayoutError(id)
    }
    const before = new Set(this.#members.map(({ id }) => id))
    const now = new Set(members.map(({ id }) => id))
    const hosts = members.length
    for (const { id: host, address } of members)
      if (before.size > 0 && !before.has(host))
        log.info({ host, address, hosts }, 'a host has joined the group')
    for (const { id: host, address } of this.#members)
      if (!now.has(host) && host !== own.id) log.info({ host, address, hosts }, 'a host of the group is gone')
    this.#members = members
    this.#places = new Map()
    for (const { revisions, places } of members)
      for (const revision of revisions) this.#places.set(revision, this.countPlaces(revision) + places)
    onChange()
  }
}

function wrongLayoutError(host: string): SpecimenError {
  const detail = `Host ${host}, which shares this Redis, keeps its state in another form than this one, `
  return new SpecimenError(
    'config.invalid',
    `${detail}${layoutVersion}: stop all of them before the first of the other version starts.`,
  )
}
