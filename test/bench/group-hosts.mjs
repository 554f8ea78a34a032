/** Hosts that share a Redis, each a process of its own, and that Redis. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { toNoteRow } from './figures.mjs'
import { loadSource } from './load-source.mjs'
import { withHost } from './processes.mjs'

const groupSecret = 'a-secret-of-a-group-that-is-long-enough'

/** Returns the result of `work(redis)`, an empty Redis of its own: `{ url, client }`. */
export async function withRedis(work) {
  const { startRedis, isRedisOwn, redisMissing, temporaryFolders } = await loadSource(`
    export * from './test/support/redis.ts'
    export * from './test/support/temporary-folders.ts'`)
  if (redisMissing !== undefined) throw new Error(redisMissing)
  if (!isRedisOwn) throw new Error('A benchmark has a Redis of its own: leave SPECIMEN_TEST_REDIS out.')
  const redis = await startRedis()
  try {
    return await work(redis)
  } finally {
    await redis.close()
    for (const folder of temporaryFolders) await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the result of `work(host)`, a host of the group of a Redis; the rest is as of `withHost`. */
export async function withGroupHost(redis, { folder, ...options }, work) {
  const port = await findPort()
  const peerAddress = `http://127.0.0.1:${port}`
  return await withHost(folder, { port, redis: redis.url, peerAddress, groupSecret, ...options }, work)
}

/** As {@link withGroupHost} of `count` hosts, which `work(hosts)` gets as a list. */
export async function withGroupHosts(count, redis, options, work) {
  const open = (hosts) =>
    hosts.length === count ? work(hosts) : withGroupHost(redis, options, (host) => open([...hosts, host]))
  return await open([])
}

/** Returns rows with a note when the machine had other work before, so that absolute times say little. */
export function noteLoad(rows, loadBefore) {
  const cores = availableParallelism()
  if (loadBefore <= cores / 2) return rows
  const verdict = loadBefore > cores ? 'too busy to judge milliseconds' : 'busy'
  return [...rows, toNoteRow('load before', loadBefore.toFixed(1), `${cores} cores: ${verdict}`)]
}

/** Returns how many processes had work in the last minute. */
export function readLoad() {
  return loadavg()[0]
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
