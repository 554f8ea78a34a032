/**
 * The host's resident memory after 2,000 misses of 12 MB in 200 rooms, by `/data` with bodies read, at once
 * and when it has rested, and after 600 by `/start` whose results nobody fetches. What the operating system
 * counts for the process; its peak is of the host's whole life.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, time, toBoundRow, toNoteRow } from './figures.mjs'
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
const jobBytes = 256 * 2 ** 20
const misses = 2000
const starts = 600
const rooms = 200
const connectionCount = 4
const checkEvery = 100
/** Longer than memory is kept for the next results. */
const restMilliseconds = 35_000

/** Returns a row for `/data`, its peak, and a row for `/start`. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const data = await withHost(folder, { cacheBytes }, async (host) => {
      const found = await takeMemory(host, misses, requestData)
      await setTimeout(restMilliseconds)
      return { ...found, rested: (await host.ask('memory')).rss }
    })
    const start = await withHost(folder, { cacheBytes, jobBytes }, (host) =>
      takeMemory(host, starts, requestStart),
    )
    const allowed = Math.round(cacheBytes / megabyte + 128)
    const toWhat = (count, path) => `resident after ${count} misses of 12 MB, ${path}`
    return [
      toBoundRow(toWhat(misses, '/data'), data.rss / megabyte, allowed, 'MB', describe(data)),
      toBoundRow('the same, after a rest', data.rested / megabyte, allowed, 'MB', 'of 35 s'),
      toNoteRow(
        toWhat(starts, '/start'),
        `${(start.rss / megabyte).toFixed(0)} MB`,
        `${describe(start)}; jobs may keep 268 MB more`,
      ),
    ]
  })
}

function describe({ peak, idle, seconds, cached }) {
  const kept = `${(cached / megabyte).toFixed(0)} MB cached`
  return `${kept}; peak ${(peak / megabyte).toFixed(0)}, at start ${(idle / megabyte).toFixed(0)} MB; ${seconds.toFixed(0)} s`
}

async function takeMemory(host, count, request) {
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, () => openConnection(host.port)),
  )
  const { rss: idle } = await host.ask('memory')
  let next = 0
  let peak = idle
  const milliseconds = await time(async () => {
    const work = async (connection) => {
      for (let seed = next++; seed < count; seed = next++) {
        await request(connection, seed, `room ${seed % rooms}`)
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

async function requestStart(connection, seed, roomId) {
  const body = { params: { seed }, room_id: roomId }
  const { job_id: job } = await readJson(connection, toRequest('POST', '/api/specimens/mesh/start', body))
  const progress = toRequest('GET', `/api/jobs/${job}/progress`)
  for (;;) {
    const { status, error } = await readJson(connection, progress)
    if (status === 'done') return
    if (status === 'error') throw new Error(error)
    await setTimeout(2)
  }
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
