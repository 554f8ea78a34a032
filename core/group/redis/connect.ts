import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { type GroupSettings, showRedis } from '../group-settings.ts'
import { checkRedis } from './check-redis.ts'
import { createClient, isSentinel, socketTimeout, toDatabase } from './create-client.ts'
import { type GroupPackages, loadPackages } from './packages.ts'
import { Reachability } from './reachability.ts'
import { isAwayReply, isForbiddenReply, isReply } from './replies.ts'
import { tryRights } from './try-rights.ts'

/** The settings that the connections of a host are opened with. */
export interface ConnectOptions {
  readonly settings: Pick<GroupSettings, 'redis' | 'nodes'>
  /** The random name of this host; Redis lists its connections under it. */
  readonly hostId: string
  /** The beginning of all keys and channels; by the number of the database when absent. */
  readonly prefix?: string
  readonly log: Log
}

/** Milliseconds that a command may take; beyond them Redis is as good as away. */
const commandTimeout = 2000
/** Milliseconds for the same in connections of BullMQ, which waits up to 10 s for an answer by itself. */
const workingTimeout = 30_000
/** Milliseconds for which Redis is asked again what must be said, and those between two tries. */
const insistence = 60_000
const pause = 500

/**
 * The connections of a host to its group's Redis. Nothing waits in them while Redis is away: what is asked
 * then fails at once, and is answered `group.away`.
 */
export class GroupConnection {
  readonly prefix: string
  /** For commands: those of one turn of the event loop are sent together. */
  readonly redis: Redis
  /** For BullMQ to add and read runs. Separate, as ioredis copies BullMQ's methods for every pipeline. */
  readonly queueing: Redis
  /** For BullMQ's workers and events, which wait for Redis as long as it takes and open more by it. */
  readonly working: Redis
  /** For messages. */
  readonly subscriber: Redis
  readonly reachability: Reachability
  /** For queues of runs. */
  readonly bullmq: GroupPackages['bullmq']
  /** Set when Redis writes its data to a disk: after a restart it has all jobs again. */
  isDurable = false
  readonly #heard = new Map<string, (message: Buffer) => void>()
  #ahead = 0
  #isClosed = false

  constructor(
    openClient: (name: string, options: RedisOptions) => Redis,
    { prefix, bullmq, log }: { readonly prefix: string; readonly log: Log } & Pick<GroupPackages, 'bullmq'>,
  ) {
    this.prefix = prefix
    this.bullmq = bullmq
    this.redis = openClient('commands', { ...impatient, enableAutoPipelining: true })
    this.queueing = openClient('queueing', impatient)
    this.working = openClient('working', { maxRetriesPerRequest: null, socketTimeout: workingTimeout })
    this.subscriber = openClient('messages', { ...impatient, autoResubscribe: false })
    this.reachability = new Reachability([this.redis, this.subscriber], log)
    this.subscriber.on('messageBuffer', (channel, message) => this.#heard.get(String(channel))?.(message))
    this.subscriber.on('ready', () => this.#listenAgain())
  }

  /** Opens all connections. */
  async open(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.connect()))
  }

  get #clients(): readonly Redis[] {
    return [this.redis, this.queueing, this.subscriber, this.working]
  }

  /**
   * Asks Redis something. @throws `group.away` when it cannot be reached, or takes no writes now; else what
   * `question` throws
   */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.reachability.isAway) throw awayError()
    try {
      return await question(this.redis)
    } catch (error) {
      throw isAwayReply(error) ? awayError(error) : error
    }
  }

  /**
   * Asks Redis again while it does not answer, for what no other host would say: for a minute, or so many
   * milliseconds, and no longer than it is open. @throws the error of the last try
   */
  async insist<T>(question: (redis: Redis) => Promise<T>, milliseconds = insistence): Promise<T> {
    for (let left = milliseconds; ; left -= pause) {
      try {
        return await this.ask(question)
      } catch (error) {
        const isAway = hasCode(error, 'group.away')
        if (left <= 0 || !isAway || this.#isClosed) throw error
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  /** Resolves with true when Redis answers now. */
  async reaches(): Promise<boolean> {
    try {
      await this.ask((redis) => redis.ping())
      return true
    } catch (error) {
      if (hasCode(error, 'group.away')) return false
      throw error
    }
  }

  /** Calls `hear` with each message of a channel from now on, also when the connection was lost between. */
  async listen(channel: string, hear: (message: Buffer) => void): Promise<void> {
    this.#heard.set(channel, hear)
    await this.ask(() => this.subscriber.subscribe(channel))
  }

  /** Subscribes again: ioredis would do it, but end the process where Redis does not answer in time. */
  #listenAgain(): void {
    const channels = [...this.#heard.keys()]
    if (channels.length === 0) return
    this.subscriber.subscribe(...channels).catch(() => this.subscriber.disconnect(true))
  }

  /** Ends {@link listen} on a channel. */
  async unlisten(channel: string): Promise<void> {
    if (this.#heard.delete(channel)) await this.ask(() => this.subscriber.unsubscribe(channel))
  }

  /** Resolves with all keys of a pattern, which Redis is asked for in many small questions. */
  async listKeys(match: string): Promise<readonly string[]> {
    return await this.ask(async (redis) => {
      // A cluster, which has the same commands, lists keys node by node.
      const nodes = redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis]
      const scans = nodes.map(async (node): Promise<string[][]> => {
        return await node.scanStream({ match, count: 1000 }).toArray()
      })
      return [...new Set((await Promise.all(scans)).flat(2))]
    })
  }

  /** Returns Unix time in milliseconds by Redis' clock, which is that of all hosts. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Sets the clock by a time that Redis has just told, in milliseconds. */
  setTime(milliseconds: number): void {
    this.#ahead = milliseconds - Date.now()
  }

  /** Ends all connections, those of BullMQ included. */
  close(): void {
    this.#isClosed = true
    this.reachability.close()
    for (const client of this.#clients) client.disconnect()
  }
}

const impatient = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout,
  socketTimeout,
} as const satisfies RedisOptions

/**
 * Opens the connections of a host and looks whether its Redis can serve a group.
 * @throws `config.invalid` saying what is wrong with it, or that packages are missing
 */
export async function connectGroup({
  settings,
  hostId,
  prefix = toPrefix(settings.redis),
  log,
}: ConnectOptions): Promise<GroupConnection> {
  const { ioredis, bullmq } = await loadPackages()
  const shown = showRedis(settings.redis)
  let problem: unknown
  const connection = new GroupConnection(
    (name, more) => {
      const client = createClient(ioredis, settings, {
        ...more,
        connectionName: `specimen:${hostId}:${name}`,
      })
      client.on('error', (error) => {
        problem = error
      })
      return client
    },
    { prefix, bullmq, log },
  )
  try {
    await connection.open()
    const info = await connection.redis.info()
    checkRedis(info, shown, settings.nodes && !isSentinel(settings.redis))
    connection.isDurable = /^aof_enabled:1\r?$/m.test(info)
    connection.setTime(await tryRights(connection, hostId))
    connection.reachability.watch()
    return connection
  } catch (error) {
    connection.close()
    if (error instanceof SpecimenError) throw error
    // A connection that is refused says only that it is closed; why was said before.
    throw toRefusal(isReply(error) ? error : (problem ?? error), shown)
  }
}

/** Keys of a database are its own, but channels are those of all: the number makes them differ. */
function toPrefix(url: URL): string {
  const number = toDatabase(url)
  return number === 0 ? '{sp}:' : `{sp}:${number}:`
}

/** Returns the refusal of a Redis at the start, by what it says or by what became of the connection. */
function toRefusal(error: unknown, shown: string): SpecimenError {
  const code = error instanceof Error && 'code' in error ? error.code : error
  const found = error instanceof Error && error.message !== '' ? error.message : String(code)
  return new SpecimenError('config.invalid', `The Redis at ${shown} ${explain(found, shown)}`, {
    cause: error,
  })
}

function explain(found: string, shown: string): string {
  if (/WRONGPASS|NOAUTH|invalid password/i.test(found))
    return `does not take the user and password of --redis (${found}).`
  if (isForbiddenReply(found))
    return `does not allow its user what a group needs (${found}); core/group/README.md has the ACL rule.`
  if (/^[A-Z]{3,} /.test(found)) return `cannot be written to (${found}).`
  const spoken = shown.startsWith('rediss') ? 'with TLS, as rediss:// says' : 'without TLS, as redis:// says'
  return `cannot be reached (${found}); is it running, does it listen ${spoken}, and is --redis its address?`
}

/** Returns the error of all that needs Redis while it is away. */
export function awayError(cause?: unknown): SpecimenError {
  const detail =
    'The Redis that this host shares its state with cannot be reached now; try again in a moment.'
  return new SpecimenError('group.away', detail, { retryAfterSeconds: 2, cause })
}
