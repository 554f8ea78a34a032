/**
 * Rooms, from one to 100,000, over HTTP: a miss of a function in code, a hit, the use of the cache, metrics
 * and memory; and their end (`growth-rooms-ends.mjs`).
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat } from './figures.mjs'
import { measureEnds } from './growth-rooms-ends.mjs'
import { measureEach, measureTime, toBytesRow, toRequestRow, toWholeRow } from './growth-table.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withCodeHost, withFolder } from './processes.mjs'

const sizes = [1, 10, 100, 1000, 10_000, 100_000]
const connectionCount = 8
const asked = 400

/** Returns the rows of rooms. */
export async function measure() {
  const overHttp = await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source: '', functions: [] })
    return await withCodeHost(folder, { cacheBytes: 2 ** 31, cacheTtl: 3600 }, measureHost)
  })
  return [...overHttp, ...(await measureEnds())]
}

async function measureHost(host) {
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, () => openConnection(host.port)),
  )
  const [connection] = connections
  await fill(connections, -2000, 0) // the first ones are the compiler's
  await readBytes(connection, toRequest('POST', '/api/processing/cache/clear'))
  const costs = { miss: [], hit: [], stats: [], metrics: [], memory: [] }
  const { rss: empty } = await host.ask('memory')
  let rooms = 0
  for (const size of sizes) {
    const already = Math.max(rooms, size - asked)
    await fill(connections, rooms, already)
    const time = await measureTime(host, () => fill(connections, already, size))
    costs.miss.push([size, time / (size - already)])
    rooms = size
    const pick = (index) => Math.floor((index * 0.618034 * size) % size)
    costs.hit.push([
      size,
      await measureEach(host, asked, () => repeat(asked, (index) => ask(connection, pick(index), 'hit'))),
    ])
    const stats = toRequest('GET', '/api/processing/cache/stats')
    const times = size > 10_000 ? 2 : 20
    costs.stats.push([
      size,
      await measureEach(host, times, () =>
        repeat(times, async () => {
          const { total_entries: found } = await readJson(connection, stats)
          if (found !== size) throw new Error(`${found} rooms have a result, ${size} were filled`)
        }),
      ),
    ])
    const metrics = toRequest('GET', '/metrics')
    costs.metrics.push([
      size,
      await measureEach(host, 50, () => repeat(50, () => readBytes(connection, metrics))),
    ])
    if (size >= 1000) costs.memory.push([size, (await host.ask('memory')).rss - empty])
  }
  for (const each of connections) each.close()
  return [
    toRequestRow('rooms: a miss beside them', costs.miss),
    toRequestRow('rooms: a hit beside them', costs.hit),
    toWholeRow('rooms: cache stats', costs.stats),
    toRequestRow('rooms: metrics', costs.metrics),
    toBytesRow('rooms: resident memory', costs.memory),
  ]
}

/** Has the results of some rooms computed, on all connections. */
async function fill(connections, from, to) {
  let next = from
  const work = async (connection) => {
    for (let room = next++; room < to; room = next++) await ask(connection, room, 'miss')
  }
  await Promise.all(connections.map(work))
}

async function ask(connection, room, wanted) {
  const body = { params: { seed: room }, room_id: `room ${room}` }
  const bytes = await readBytes(connection, toRequest('POST', '/api/specimens/dot/data', body))
  const first = bytes.readFloatLE(4 + bytes.readUInt32LE(0))
  if (first !== room) throw new Error(`a ${wanted} of room ${room} was answered with ${first}`)
}
