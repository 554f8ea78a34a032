import type { Redis } from 'ioredis'

/** The connections of which a user must have the rights. */
interface TriedConnections {
  readonly redis: Redis
  readonly queueing: Redis
  readonly subscriber: Redis
  readonly prefix: string
}

/** A command that writes a key of each kind, as this host and BullMQ do; the key comes first. */
const writes = [
  ['HSET', 'a', '1'],
  ['RPUSH', 'a'],
  ['SADD', 'a'],
  ['ZADD', '1', 'a'],
  ['XADD', '*', 'a', '1'],
] as const
/** Seconds for which a set that is empty is waited for. */
const shortestWait = 0.01
/** Milliseconds after which what was written is gone. */
const probeLife = 1000

/**
 * Does at once what is done later, here and by BullMQ: each kind of key, a script, a transaction, a command
 * that waits, messages. Without one of these rights a host would start and answer no call. Returns Redis'
 * time in milliseconds. @throws the refusal of Redis, which names the command
 */
export async function tryRights(
  { redis, queueing, subscriber, prefix }: TriedConnections,
  hostId: string,
): Promise<number> {
  const probe = `${prefix}probe:${hostId}`
  for (const [command, ...values] of writes) {
    const key = `${probe}:${command}`
    await redis.call(command, key, ...values)
    await redis.pexpire(key, probeLife)
  }
  await redis.eval(`redis.call('SET', KEYS[1], '1', 'PX', ${probeLife})`, 1, probe)
  await redis.multi().exists(probe).exec()
  await queueing.xread('COUNT', 1, 'BLOCK', 1, 'STREAMS', `${probe}:XADD`, '$')
  await queueing.bzpopmin(`${probe}:none`, shortestWait)
  await subscriber.subscribe(probe)
  await subscriber.unsubscribe(probe)
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Number(microseconds) / 1000
}
