import type { Redis, RedisOptions } from 'ioredis'
import type { GroupSettings } from '../group-settings.ts'
import type { GroupPackages } from './packages.ts'
import { toSteadyConnector } from './steady-connector.ts'

/** Milliseconds after which a connection that owes an answer is opened again. */
export const socketTimeout = 5000

/** Returns the number of the database that an address names. */
export function toDatabase(url: URL): number {
  return isSentinel(url) ? 0 : Number(url.pathname.slice(1))
}

/** Returns true for the address of Sentinels, which name the Redis that takes writes. */
export function isSentinel({ protocol }: URL): boolean {
  return protocol.endsWith('-sentinel:')
}

/** Returns a connection to one Redis, to the one that Sentinels name, or to all nodes of a cluster. */
export function createClient(
  { Redis, Cluster, AbstractConnector }: GroupPackages['ioredis'],
  { redis: url, nodes = [] }: Pick<GroupSettings, 'redis' | 'nodes'>,
  given: RedisOptions,
): Redis {
  const options = { ...toClientOptions(url), ...given, replyMapping: 'legacy' } as const
  const places = [url, ...nodes.map((node) => new URL(`redis://${node}`))].map(({ hostname, port }) => {
    const host = hostname.replace(/^\[|\]$/g, '') // of an IPv6 address
    return { host, port: Number(port || (isSentinel(url) ? 26379 : 6379)) }
  })
  const [first = { host: '', port: 0 }] = places
  if (isSentinel(url)) {
    const name = url.pathname.slice(1)
    // Without ioredis' failoverDetector: it ends a connection for good that is just being opened again.
    // Sentinels cut the connections to the former master by themselves.
    return new Redis({ ...options, db: 0, sentinels: places, name })
  }
  if (nodes.length > 0) {
    const clusterOptions = {
      redisOptions: { ...options, db: 0 },
      lazyConnect: true,
      enableOfflineQueue: options.enableOfflineQueue ?? true,
      enableAutoPipelining: options.enableAutoPipelining ?? false,
      replyMapping: 'legacy',
      slotsRefreshTimeout: socketTimeout,
      clusterRetryStrategy: (attempt: number) => Math.min(100 * attempt, 1000),
    }
    const cluster = new Cluster(places, clusterOptions)
    return cluster as unknown as Redis // it has the same commands, events and states
  }
  const Connector = toSteadyConnector(AbstractConnector, { ...first, isSecure: url.protocol === 'rediss:' })
  return new Redis({ ...options, Connector })
}

function toClientOptions(url: URL): RedisOptions {
  const { protocol, username, password } = url
  return {
    db: toDatabase(url),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol.startsWith('rediss') && { tls: {} }),
    lazyConnect: true,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
    // The one that is written to has become a replica: its name leads to another by now.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  }
}
