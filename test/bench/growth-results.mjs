/**
 * Results from 1 KB to 1 GB, of numbers of which every one is checked: a miss, a hit as a whole and to its
 * first byte, and JSON of what is small enough for it. The function takes memory and touches it, and no
 * more.
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian } from './figures.mjs'
import { measureEach, measureTime, toRequestRow, toWholeRow } from './growth-table.mjs'
import { createFirstReader, openConnection, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const kilobyte = 2 ** 10
const megabyte = 2 ** 20
const sizes = [kilobyte, 32 * kilobyte, megabyte, 32 * megabyte, 256 * megabyte, 1024 * megabyte]
/** JSON of more is for nobody. */
const jsonMost = 256 * megabyte
const hitsOf = (size) => Math.max(3, Math.min(100, (64 * megabyte) / size))
/** The first ones of a size meet memory that nobody has touched before, which costs as much again. */
const misses = 5

const source = `
  export function volume(count, seed) {
    return { shape: [1, count / 256, 256], data: new Float32Array(count).fill(seed) }
  }`
const number = { type: 'integer', default: 0 }
const functions = [{ name: 'volume', returns: 'volume', properties: { count: number, seed: number } }]

/** Returns the rows of results. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const most = 2 * Math.max(...sizes)
    return await withHost(folder, { resultBytes: most, cacheBytes: most, jobBytes: most }, measureHost)
  })
}

async function measureHost(host) {
  const connection = await openConnection(host.port)
  const costs = { miss: [], hit: [], first: [], json: [] }
  let seed = 0
  await repeat(100, () => readVolume(connection, kilobyte, ++seed)) // the first ones are the compiler's
  for (const size of sizes) {
    const miss = async () => await measureTime(host, () => readVolume(connection, size, ++seed))
    costs.miss.push([size, toMedian(await repeat(misses, miss))])
    const firsts = []
    const hits = hitsOf(size)
    const hit = async () => firsts.push(await readVolume(connection, size, seed))
    costs.hit.push([size, await measureEach(host, hits, () => repeat(hits, hit), 3)])
    costs.first.push([size, toMedian(firsts)])
    if (size > jsonMost) continue
    const json = async () => await measureTime(host, () => readAsJson(connection, size, seed))
    costs.json.push([size, toMedian(await repeat(3, json))])
  }
  connection.close()
  return [
    toWholeRow('results: a miss', costs.miss),
    toWholeRow('results: a hit', costs.hit),
    toRequestRow('results: a hit to its first byte, wall time', costs.first),
    toWholeRow('results: JSON of a hit', costs.json),
  ]
}

/** Reads a volume; returns the microseconds until its first byte had come. */
async function readVolume(connection, size, seed) {
  const reader = createFirstReader()
  const body = { params: { count: size / 4, seed } }
  const started = performance.now()
  let first
  const { status, length } = await connection.send(
    toRequest('POST', '/api/specimens/volume/data', body),
    (piece) => {
      first ??= (performance.now() - started) * 1000
      reader.take(piece)
    },
  )
  if (status !== 200 || length < size || reader.first !== seed)
    throw new Error(
      `a volume of ${size} bytes was answered ${status} with ${length}, beginning ${reader.first}`,
    )
  return first
}

async function readAsJson(connection, size, seed) {
  const body = { function_name: 'volume', kwargs: { count: size / 4, seed } }
  let head = ''
  const { status, length } = await connection.send(
    toRequest('POST', '/api/processing/invoke', body),
    (piece) => {
      if (head.length < 1000) head += piece.toString('latin1', 0, 1000)
    },
  )
  if (status !== 200 || length < size / 4 || !head.includes('"type":"volume"'))
    throw new Error(`JSON of ${size} bytes was answered ${status} with ${length}: ${head.slice(0, 200)}`)
}
