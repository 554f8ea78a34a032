/**
 * What the first run of a bundle takes beyond its function, from the request to the last byte of the answer.
 * The function gives its own time in its first element. Bundles are as long as small ones with a library are,
 * and what they do while they are loaded counts as the host's.
 *
 * - *cold, at once*: the first request to a host, sent when it listens. No process has begun.
 * - *cold*: half a second after the last run; no process has loaded the bundle, and a place is free.
 * - *cold, swapped*: as *cold*, but all places are taken by other bundles, which are idle.
 */
import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toBoundRow, toMedian } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const repeats = 10
const places = 4
const pause = 500
/** 150 kB, of which half is functions that are only parsed. */
const library = Array.from(
  { length: 1500 },
  (_, i) =>
    `const f${i} = (x) => { const y = x * ${i} + 1; return y > 0 ? Math.sqrt(y) : -y }\nf${i}.id = ${i}\n`,
).join('')

/** Returns a row for each way to a first run. */
export async function measure() {
  return await withFolder(async (folder) => {
    for (let index = 0; index < repeats + places; index++) await writeBundle(folder, toBundle(index))
    const empty = await repeat(repeats, () => time(() => promisify(execFile)(process.execPath, ['-e', '0'])))
    const atOnce = await repeat(repeats, async (index) => {
      return await withHost(folder, {}, async (host) => await runOn(host, index, 0))
    })
    const cold = await withHost(folder, { poolSize: repeats }, measureCold)
    const swapped = await withHost(folder, { poolSize: places }, async (host) => {
      for (let index = 0; index < places; index++) await runOn(host, repeats + index, 0)
      return await measureCold(host)
    })
    return [
      toRow('cold, at once', atOnce, `an empty Node ${toMedian(empty).toFixed(0)} ms`),
      toRow('cold', cold),
      toRow('cold, swapped', swapped),
    ]
  })
}

function toRow(what, times, more = '') {
  const slowest = `slowest ${Math.max(...times).toFixed(1)} of ${times.length}`
  const beside = more === '' ? slowest : `${slowest}; ${more}`
  return toBoundRow(`first run, ${what}`, toMedian(times), 150, 'ms', beside)
}

function toBundle(index) {
  const source = `${library}
    export function first${index}(seed) {
      const started = performance.now()
      const vertices = new Float32Array([0, seed, ${index}])
      vertices[0] = performance.now() - started
      return { vertices, indices: new Uint32Array(3) }
    }`
  const properties = { seed: { type: 'integer', default: 0 } }
  return {
    name: `bundle${index}`,
    source,
    functions: [{ name: `first${index}`, returns: 'mesh', properties }],
  }
}

async function measureCold(host) {
  return await repeat(repeats, async (index) => {
    await setTimeout(pause)
    return await runOn(host, index, 0)
  })
}

/** Returns the milliseconds of a run beyond its function. */
async function runOn(host, index, seed) {
  const connection = await openConnection(host.port)
  const request = toRequest('POST', `/api/specimens/first${index}/data`, {
    params: { seed },
    room_id: 'bench',
  })
  let body
  const total = await time(async () => {
    body = await readBytes(connection, request)
  })
  connection.close()
  const [vertices, indices] = [new Float32Array([0, seed, index]), new Uint32Array(3)]
  const found = body.subarray(-(vertices.byteLength + indices.byteLength))
  vertices[0] = found.readFloatLE(0)
  checkBytes(
    found,
    Buffer.concat([Buffer.from(vertices.buffer), Buffer.from(indices.buffer)]),
    'the first run',
  )
  return total - vertices[0]
}
