/** The host's resident memory after 2,000 misses of 12 MB in 200 rooms, by `/data` with bodies read. */
import { createHash } from 'node:crypto'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, time, toBoundRow } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

/** Vertices that tell the seed, and 12 MB in all. */
const source = `
  export function mesh(seed) {
    return { vertices: new Float32Array(1_500_000).fill(seed), indices: new Uint32Array(1_500_000) }
  }`
const functions = [{ name: 'mesh', returns: 'mesh', properties: { seed: { type: 'integer', default: 0 } } }]
const megabyte = 1e6
const cacheBytes = 512 * 2 ** 20
const misses = 2000
const rooms = 200
const connectionCount = 4
const checkEvery = 100

/** Returns the row. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const found = await withHost(folder, { cacheBytes }, takeMemory)
    const allowed = Math.round(cacheBytes / megabyte + 250)
    return [
      toBoundRow(
        `resident after ${misses} misses of 12 MB`,
        found.rss / megabyte,
        allowed,
        'MB',
        describe(found),
      ),
    ]
  })
}

function describe({ peak, idle, seconds, cached }) {
  const kept = `${(cached / megabyte).toFixed(0)} MB cached`
  return `${kept}; peak ${(peak / megabyte).toFixed(0)}, at start ${(idle / megabyte).toFixed(0)} MB; ${seconds.toFixed(0)} s`
}

async function takeMemory(host) {
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, () => openConnection(host.port)),
  )
  const { rss: idle } = await host.ask('memory')
  let next = 0
  let peak = idle
  const milliseconds = await time(async () => {
    const work = async (connection) => {
      for (let seed = next++; seed < misses; seed = next++) {
        await requestData(connection, seed, `room ${seed % rooms}`)
        if (seed % 10 === 0) peak = Math.max(peak, (await host.ask('memory')).rss)
      }
    }
    await Promise.all(connections.map(work))
  })
  const { total_bytes: cached } = await readJson(
    connections[0],
    toRequest('GET', '/api/processing/cache/stats'),
  )
  const { rss, peak: highest } = await host.ask('memory')
  for (const connection of connections) connection.close()
  return { idle, rss, peak: Math.max(peak, highest), cached, seconds: milliseconds / 1000 }
}

async function requestData(connection, seed, roomId) {
  const text = toRequest('POST', '/api/specimens/mesh/data', { params: { seed }, room_id: roomId })
  if (seed % checkEvery === 0) return checkMesh(await readBytes(connection, text), seed)
  const { status, length } = await connection.send(text)
  if (status !== 200 || length < 12 * megabyte)
    throw new Error(`a miss was answered ${status} with ${length} bytes`)
}

function checkMesh(envelope, seed) {
  const found = createHash('sha256')
    .update(envelope.subarray(-12 * megabyte))
    .digest()
  const vertices = Buffer.from(new Float32Array(1_500_000).fill(seed).buffer)
  checkBytes(
    found,
    createHash('sha256')
      .update(vertices)
      .update(Buffer.alloc(6 * megabyte))
      .digest(),
    'a miss',
  )
}
