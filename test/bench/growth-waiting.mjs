/**
 * Runs that wait, from one to 10,000, behind endless ones, half of them in one room and half in rooms of
 * their own: one that comes while another is cancelled, a poll of one that waits, metrics, and what a run
 * costs by which the queue goes on through one place. What a limit of runs makes wait is asked of the
 * limits themselves (`RunTurns`), where the next turn is looked for among all that wait.
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian } from './figures.mjs'
import { measureEach, measureTime, ownProcess, toRequestRow } from './growth-table.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { loadSource } from './load-source.mjs'
import { withFolder, withHost } from './processes.mjs'

const sizes = [1, 10, 100, 1000, 10_000]
const most = Math.max(...sizes)
/** Of each operation at each size. */
const asked = 100
const directMost = 0.35

const source = `
  export function loop(seed, progress) { progress.report('looping'); for (;;); }
  export function dot(seed) {
    return { vertices: new Float32Array(3).fill(seed), indices: new Uint32Array(3) }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const functions = [
  { name: 'loop', returns: 'mesh', properties, progressAt: 1 },
  { name: 'dot', returns: 'mesh', properties },
]
const toRoom = (seed) => (seed % 2 === 0 ? 'one' : `room ${seed}`)

/** Returns the rows of runs that wait. */
export async function measure() {
  const overHttp = await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const options = { poolSize: 2, queueSize: 2 * most, jobLimit: 3 * most, runTimeout: 3600 }
    return await withHost(folder, options, measureHost)
  })
  return [...overHttp, ...(await measureLimits())]
}

async function measureHost(host) {
  const connection = await openConnection(host.port)
  const start = async (name, seed) => {
    const body = { params: { seed }, room_id: toRoom(seed) }
    const { job_id: job } = await readJson(
      connection,
      toRequest('POST', `/api/specimens/${name}/start`, body),
    )
    return job
  }
  const cancel = async (job) => await readBytes(connection, toRequest('DELETE', `/api/jobs/${job}`), 204)
  const poll = async (job) => {
    const request = toRequest('GET', `/api/jobs/${job}/progress`)
    const { status } = await readJson(connection, request)
    return status
  }
  const readMetrics = async () => (await readBytes(connection, toRequest('GET', '/metrics'))).toString()
  let seed = 0
  const looping = [await start('loop', seed++), await start('loop', seed++)]
  const waiting = []
  const admit = async () => waiting.push(await start('dot', seed++))
  const admitAndCancel = async (index) => {
    await admit()
    const [job] = waiting.splice((index * 7919) % waiting.length, 1)
    await cancel(job)
  }
  await repeat(1000, admitAndCancel) // the first ones are the compiler's
  const costs = { pair: [], poll: [], metrics: [], drain: [] }
  for (const size of sizes) {
    while (waiting.length < size) await admit()
    costs.pair.push([size, await measureEach(host, asked, () => repeat(asked, admitAndCancel))])
    const pollOne = async (index) => {
      const status = await poll(waiting[(index * 7919) % size])
      if (status !== 'running') throw new Error(`a job that waits is ${status}`)
    }
    costs.poll.push([size, await measureEach(host, asked, () => repeat(asked, pollOne))])
    const metrics = async () => {
      if (!(await readMetrics()).includes(`specimen_queue_runs ${size}\n`))
        throw new Error(`there are not ${size} that wait`)
    }
    costs.metrics.push([size, await measureEach(host, 50, () => repeat(50, metrics))])
    const drain = await measureTime(host, async () => {
      await cancel(looping[1])
      while (!(await readMetrics()).includes('specimen_jobs{state="running"} 1\n')) await pause()
    })
    for (const job of waiting) if ((await poll(job)) !== 'done') throw new Error('a run was passed over')
    costs.drain.push([size, drain / size])
    waiting.length = 0
    looping[1] = await start('loop', seed++)
  }
  connection.close()
  return [
    toRequestRow('waiting: one admitted and one cancelled', costs.pair),
    toRequestRow('waiting: a poll of one', costs.poll),
    toRequestRow('waiting: metrics', costs.metrics),
    toRequestRow('waiting: a place and a run for one of them', costs.drain),
  ]
}

async function pause() {
  await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Runs of one caller that wait for its limit, while runs of another come and go. */
async function measureLimits() {
  const { RunTurns } = await loadSource(`export { RunTurns } from './core/run/run-turns.ts'`)
  const limits = {
    'a caller': { callerRuns: 1 },
    'a room': { roomRuns: 1 },
    'a function': { functionRuns: 1 },
  }
  const rows = await repeat(3, async (index) => {
    const [of, limit] = Object.entries(limits)[index]
    const costs = await repeat(sizes.length, async (place) => [
      sizes[place],
      await measureOther(RunTurns, { callerRuns: 0, roomRuns: 0, functionRuns: 0, ...limit }, sizes[place]),
    ])
    return toRequestRow(`waiting for a limit of ${of}: a run of another (direct)`, costs, directMost)
  })
  return rows
}

async function measureOther(RunTurns, limits, size) {
  const turns = new RunTurns({ ...limits, queueSize: 2 * most })
  const held = {
    run: async (_, { signal }) => await new Promise((_, reject) => signal.addEventListener('abort', reject)),
  }
  const quick = { run: async () => 'done' }
  const ask = async (runner, name, signal) =>
    await turns.run(
      { invocation: { roomId: `room of ${name}`, functionName: `function of ${name}` }, runner },
      { caller: name, signal, progress: { report() {} } },
    )
  // A signal each, as each is somebody's.
  const stops = Array.from({ length: size + 1 }, () => new AbortController())
  const waiting = stops.map(({ signal }) => ask(held, 'one', signal).catch(() => 'left'))
  const { signal } = new AbortController()
  const runOthers = async (count) => {
    for (let index = 0; index < count; index++)
      if ((await ask(quick, 'another', signal)) !== 'done') throw new Error('a run of another waited')
  }
  await runOthers(2000) // the first ones are the compiler's
  const times = await repeat(5, async () => (await measureTime(ownProcess, () => runOthers(100))) / 100)
  for (const stop of stops) stop.abort()
  await Promise.all(waiting)
  return toMedian(times)
}
