/**
 * A released slider: the last value, in multiples of a run in a warm process, of a bundle that takes two
 * seconds to load. The request before, which the last one supersedes, has run for a part of its time. A
 * function lasts as long as it is told to, so that waits for a place and for the load of the bundle are
 * measured.
 */
import { setTimeout } from 'node:timers/promises'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMedian, toMultipleRow } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const loadMilliseconds = 2000
const source = `
  function last(milliseconds) {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
  }
  last(${loadMilliseconds})
  export function cut(seed, milliseconds) {
    last(milliseconds)
    return { vertices: new Float32Array([seed, 0, 0]), indices: new Uint32Array(3) }
  }`
const number = { type: 'integer', default: 0 }
const functions = [{ name: 'cut', returns: 'mesh', properties: { seed: number, milliseconds: number } }]
const places = 2
/** The parts of its time for which a run lasts until the next value comes. */
const parts = [0.1, 0.5, 0.9]
const rounds = 3

/** Returns a row for each time of a run, and one for a run that is cancelled. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, { poolSize: places }, async ({ port }) => {
      const connections = [await openConnection(port), await openConnection(port)]
      await run(connections[0], 0)
      await setTimeout(2 * loadMilliseconds) // for the spare that loads the bundle after its first run
      const rows = []
      for (const milliseconds of [500, 1000, 2000]) rows.push(await measureRelease(connections, milliseconds))
      rows.push(await measureCancel(connections, 10_000))
      for (const connection of connections) connection.close()
      return rows
    })
  })
}

let seeds = 0
async function run(connection, milliseconds) {
  const params = { seed: ++seeds, milliseconds }
  const body = { params, room_id: 'page', supersede: 'page' }
  const bytes = await readBytes(connection, toRequest('POST', '/api/specimens/cut/data', body))
  checkBytes(bytes.subarray(-24, -20), Buffer.from(new Float32Array([params.seed]).buffer), 'the last value')
}

/** A request that the next one supersedes. */
async function drag(connection, milliseconds) {
  const body = { params: { seed: ++seeds, milliseconds }, room_id: 'page', supersede: 'page' }
  await readBytes(connection, toRequest('POST', '/api/specimens/cut/data', body), 409)
}

async function measureRelease([first, second], milliseconds) {
  const warm = toMedian(await repeat(rounds, () => time(() => run(first, milliseconds))))
  const ratios = []
  for (let round = 0; round < rounds; round++)
    for (const part of parts) {
      const dragged = drag(first, milliseconds)
      await setTimeout(part * milliseconds)
      ratios.push((await time(() => run(second, milliseconds))) / warm)
      await dragged
    }
  const listed = `${ratios.map((ratio) => ratio.toFixed(2)).join(' ')} after ${parts.join(', ')} of a run`
  return toMultipleRow(`release: last value, runs of ${milliseconds} ms`, Math.max(...ratios), 1.5, listed)
}

/** Cancels a run that lasts long by DELETE, where the other place has one as well. */
async function measureCancel([first, second], milliseconds) {
  const warm = toMedian(await repeat(rounds, () => time(() => run(first, 500))))
  const start = async (room_id) =>
    (
      await readJson(
        first,
        toRequest('POST', '/api/specimens/cut/start', { params: { seed: ++seeds, milliseconds }, room_id }),
      )
    ).job_id
  const jobs = [await start('one'), await start('two')]
  await setTimeout(2 * loadMilliseconds)
  await readBytes(first, toRequest('DELETE', `/api/jobs/${jobs[0]}`), 204)
  const ratio = (await time(() => run(second, 500))) / warm
  await readBytes(first, toRequest('DELETE', `/api/jobs/${jobs[1]}`), 204)
  return toMultipleRow(
    'release: next value after a cancelled run',
    ratio,
    1.5,
    'a spare has loaded the bundle',
  )
}
