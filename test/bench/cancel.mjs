/**
 * Cancelling an endless loop: from DELETE to the end of its process, and to the answer of the next run, in
 * another room. Every place of the pool is taken by such a loop, so that the next run needs the place that
 * becomes free.
 */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, toBoundRow, toMedian, toQuantile } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'
import { findProcess, waitForEnd } from './titled-processes.mjs'

const source = `
  export function loop(progress) {
    process.title = 'loop-' + crypto.randomUUID()
    progress.report(process.title)
    for (;;);
  }
  export function dot(seed) { return { vertices: new Float32Array([seed, 0, 0]), indices: new Uint32Array(3) } }`
const functions = [
  { name: 'loop', returns: 'mesh', progressAt: 0 },
  { name: 'dot', returns: 'mesh', properties: { seed: { type: 'integer', default: 0 } } },
]
const places = Math.max(2, availableParallelism()) // the host's default
const repeats = 100

/** Returns a row for the process and one for the next run. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, async (host) => {
      const connections = [await openConnection(host.port), await openConnection(host.port)]
      const loops = await repeat(places, (index) => startLoop(connections[0], `loop ${index}`))
      const runs = await repeat(repeats, async (index) => {
        const times = await cancelOne(connections, loops.shift(), index)
        loops.push(await startLoop(connections[0], `loop again ${index}`))
        return times
      })
      for (const connection of connections) connection.close()
      return toRows(runs)
    })
  })
}

function toRows(runs) {
  const gone = runs.map((run) => run.gone)
  const served = runs.map((run) => run.served)
  const beside = (values) =>
    `median ${toMedian(values).toFixed(0)}, slowest ${Math.max(...values).toFixed(0)} of ${repeats}`
  return [
    toBoundRow('cancel: process gone, p95', toQuantile(gone, 0.95), 50, 'ms', beside(gone)),
    toBoundRow(
      'cancel: next run served, p95',
      toQuantile(served, 0.95),
      100,
      'ms',
      `${beside(served)}; all ${places} places taken`,
    ),
  ]
}

/** Starts a loop and returns its job and its process when it runs. */
async function startLoop(connection, roomId) {
  const { job_id: job } = await readJson(
    connection,
    toRequest('POST', '/api/specimens/loop/start', { room_id: roomId }),
  )
  for (;;) {
    const { messages } = await readJson(connection, toRequest('GET', `/api/jobs/${job}/progress`))
    if (messages.length > 0) return { job, pid: findProcess(messages[0].text) }
    await setImmediate()
  }
}

async function cancelOne([first, second], { job, pid }, seed) {
  const started = performance.now()
  const isGone = waitForEnd(pid).then(() => performance.now() - started)
  const cancelled = readBytes(first, toRequest('DELETE', `/api/jobs/${job}`), 204)
  const run = readBytes(
    second,
    toRequest('POST', '/api/specimens/dot/data', { params: { seed }, room_id: `dot ${seed}` }),
  )
  const wanted = Buffer.concat(
    [new Float32Array([seed, 0, 0]), new Uint32Array(3)].map(({ buffer }) => Buffer.from(buffer)),
  )
  checkBytes((await run).subarray(-wanted.length), wanted, 'the next run')
  const served = performance.now() - started
  await cancelled
  return { gone: await isGone, served }
}
