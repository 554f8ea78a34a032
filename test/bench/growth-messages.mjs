/**
 * Messages of a job, from one to 100,000: what a plugin spends on reporting them (it measures itself), what
 * the host spends on the run, and polls, of everything and of what is new. The job has ended when it is
 * polled; one that runs is read in the same way.
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian } from './figures.mjs'
import { measureEach, measureTime, toRequestRow, toWholeRow } from './growth-table.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const sizes = [1, 10, 100, 1000, 10_000, 100_000]
/** Of a job, as the host promises. */
const kept = 1000
const rounds = 5
const polls = 100

const source = `
  export async function talk(count, seed, progress) {
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) {
      progress.report('step ' + i + ' of a computation')
      // As a computation that lets its messages go.
      if (i % 1000 === 999) await new Promise((resolve) => setImmediate(resolve))
    }
    const { user, system } = process.cpuUsage(before)
    return { vertices: new Float32Array([count, user + system, 0]), indices: new Uint32Array(3) }
  }`
const number = { type: 'integer', default: 0 }
const functions = [
  { name: 'talk', returns: 'mesh', properties: { count: number, seed: number }, progressAt: 2 },
]

/** Returns the rows of messages. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, measureHost)
  })
}

async function measureHost(host) {
  const connection = await openConnection(host.port)
  const costs = { plugin: [], host: [], all: [], since: [] }
  const { job: first } = await talk(connection, 100, -1)
  const warming = toRequest('GET', `/api/jobs/${first}/progress`)
  await repeat(5000, () => readJson(connection, warming)) // the first ones are the compiler's
  for (const size of sizes) {
    const runs = await repeat(rounds, async (seed) => {
      let run
      const hostTime = await measureTime(host, async () => {
        run = await talk(connection, size, seed)
      })
      return { ...run, hostTime }
    })
    costs.plugin.push([size, toMedian(runs.map(({ pluginTime }) => pluginTime))])
    costs.host.push([size, toMedian(runs.map(({ hostTime }) => hostTime))])
    const { job } = runs.at(-1)
    const poll = async (since, wanted) => {
      const request = toRequest('GET', `/api/jobs/${job}/progress?since=${since}`)
      const { messages } = await readJson(connection, request)
      const last = messages.at(-1)?.seq ?? size - 1
      if (messages.length !== wanted || last !== size - 1)
        throw new Error(`${messages.length} messages up to ${last}, ${wanted} wanted`)
    }
    const all = Math.min(size, kept)
    costs.all.push([size, await measureEach(host, polls, () => repeat(polls, () => poll(-1, all)))])
    costs.since.push([size, await measureEach(host, polls, () => repeat(polls, () => poll(size - 1, 0)))])
  }
  connection.close()
  return [
    toWholeRow('messages: reporting them, at the plugin', costs.plugin),
    toWholeRow('messages: their run, at the host', costs.host),
    toRequestRow('messages: a poll of all that are kept, 1,000', costs.all),
    toRequestRow('messages: a poll with since, nothing new', costs.since),
    toWholeRow(
      'messages: a poll of all, up to 1,000',
      costs.all.filter(([size]) => size <= kept),
    ),
    toRequestRow(
      'messages: a poll with since, up to 1,000',
      costs.since.filter(([size]) => size <= kept),
    ),
  ]
}

/** Has messages reported; returns the job, and the processor time of its reports. */
async function talk(connection, count, seed) {
  const start = toRequest('POST', '/api/specimens/talk/start', { params: { count, seed } })
  const { job_id: job } = await readJson(connection, start)
  const progress = toRequest('GET', `/api/jobs/${job}/progress?since=${Number.MAX_SAFE_INTEGER}`)
  for (;;) {
    const { status, error } = await readJson(connection, progress)
    if (status === 'error') throw new Error(error)
    if (status === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { vertices } = await readJson(connection, toRequest('GET', `/api/jobs/${job}/result`))
  const [found, pluginTime] = vertices.flat()
  if (found !== count) throw new Error(`${found} messages were reported, ${count} wanted`)
  return { job, pluginTime }
}
