/**
 * Runs of a group: what it adds to a tiny one, from a DELETE at another host to the end of the process, and
 * how much more three hosts compute than one.
 */
import { randomBytes } from 'node:crypto'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, time, toBoundRow, toMedian, toQuantile, toRatioRow } from './figures.mjs'
import { noteLoad, readLoad, withGroupHosts, withRedis } from './group-hosts.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'
import { findProcess, waitForEnd } from './titled-processes.mjs'

const source = `
  const dot = (seed) => ({ vertices: new Float32Array([seed, 0, 0]), indices: new Uint32Array(3) })
  export { dot }
  export async function sleep(seed) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return dot(seed)
  }
  export function loop(progress) {
    process.title = 'loop-' + crypto.randomUUID()
    progress.report(process.title)
    for (;;);
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const functions = [
  { name: 'dot', returns: 'mesh', properties },
  { name: 'sleep', returns: 'mesh', properties },
  { name: 'loop', returns: 'mesh', progressAt: 0 },
]
const poolSize = 2
const hostCount = 3
const warmUps = 30
const starts = 300
const cancels = 25
const sleeps = 40
const sleepRounds = 3

/** Returns a row each for starting, cancelling and the throughput. */
export async function measure() {
  const load = readLoad()
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const rows = await withHost(folder, { poolSize }, (alone) =>
      withRedis((redis) =>
        withGroupHosts(hostCount, redis, { folder, poolSize }, async (hosts) => [
          await measureStart(alone, hosts[0]),
          await measureCancel(hosts),
          await measureThroughput(alone, hosts),
        ]),
      ),
    )
    return noteLoad(rows, load)
  })
}

/** Computes `seed` in a room that nobody else has; the answer has it in its first element. */
async function compute(connection, name, seed) {
  const body = { params: { seed }, room_id: randomBytes(8).toString('hex') }
  const bytes = await readBytes(connection, toRequest('POST', `/api/specimens/${name}/data`, body))
  const found = bytes.readFloatLE(4 + bytes.readUInt32LE(0))
  if (found !== seed) throw new Error(`${name} of ${seed} has ${found}`)
}

async function measureStart(alone, host) {
  const connections = [await openConnection(alone.port), await openConnection(host.port)]
  const turn = (seed) => repeat(2, (side) => time(() => compute(connections[side], 'dot', seed)))
  await repeat(warmUps, turn)
  const times = await repeat(starts, turn)
  for (const connection of connections) connection.close()
  const [own, shared] = [0, 1].map((side) => toMedian(times.map((pair) => pair[side])))
  const beside = `by itself ${own.toFixed(2)} ms, in a group ${shared.toFixed(2)} ms`
  return toBoundRow('start of a tiny run in a group, more', shared - own, 5, 'ms', beside)
}

/** Loops are started at the first host and cancelled at the last; any computes them. */
async function measureCancel(hosts) {
  const first = await openConnection(hosts[0].port)
  const last = await openConnection(hosts.at(-1).port)
  const times = await repeat(cancels, async (index) => {
    const start = toRequest('POST', '/api/specimens/loop/start', { room_id: `loop ${index}` })
    const { job_id: job } = await readJson(first, start)
    const progress = toRequest('GET', `/api/jobs/${job}/progress`)
    let said = []
    while (said.length === 0) said = (await readJson(last, progress)).messages
    const pid = findProcess(said[0].text)
    return await time(async () => {
      const cancelled = readBytes(last, toRequest('DELETE', `/api/jobs/${job}`), 204)
      await waitForEnd(pid)
      await cancelled
    })
  })
  for (const connection of [first, last]) connection.close()
  const beside = `median ${toMedian(times).toFixed(0)}, slowest ${Math.max(...times).toFixed(0)} of ${cancels}`
  return toBoundRow('cancel at another host: process gone, p95', toQuantile(times, 0.95), 50, 'ms', beside)
}

async function measureThroughput(alone, hosts) {
  const turns = await repeat(sleepRounds, async () => [await sleepAt([alone]), await sleepAt(hosts)])
  const [one, all] = [0, 1].map((side) => toMedian(turns.map((turn) => turn[side])))
  const beside = `one host ${one.toFixed(1)}/s, all ${all.toFixed(1)}/s, of ${poolSize} places each`
  return toRatioRow(`${hostCount} hosts, runs that sleep for 200 ms, rate`, all / one, 2.7, beside)
}

/**
 * Returns the runs a second of hosts that are asked in turn, each by twice as many as it has places. They
 * have had their first runs, which start processes.
 */
async function sleepAt(hosts) {
  const askers = []
  for (const host of hosts)
    for (let place = 0; place < 2 * poolSize; place++) askers.push(await openConnection(host.port))
  await Promise.all(askers.map((connection) => compute(connection, 'sleep', 1)))
  let asked = 0
  const total = sleeps * hosts.length
  const took = await time(() =>
    Promise.all(
      askers.map(async (connection) => {
        while (asked < total) await compute(connection, 'sleep', asked++)
      }),
    ),
  )
  for (const connection of askers) connection.close()
  return (1000 * total) / took
}
