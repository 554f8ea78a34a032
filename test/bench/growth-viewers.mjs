/**
 * Viewers of one result, from one to 1,000, each on a connection of its own: all ask for it at once before
 * it is computed, all ask for it when it is there, all poll one job, and all have started a job for it,
 * which tells each its messages. The mesh has 12 kB, so that the bytes are not what is measured.
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian } from './figures.mjs'
import { measureTime, toWholeRow } from './growth-table.mjs'
import { createFirstReader, openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const sizes = [1, 10, 100, 1000]
const most = Math.max(...sizes)
const rounds = 3
const vertexCount = 500
const messageCount = 20

const source = `
  let runs = 0
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  export async function mesh(seed) {
    runs++
    await wait(1000)
    const vertices = new Float32Array(${3 * vertexCount}).fill(runs)
    return { vertices, indices: new Uint32Array(${3 * vertexCount}) }
  }
  export async function talk(seed, progress) {
    await wait(1500)
    for (let i = 0; i < ${messageCount}; i++) progress.report('step ' + i)
    await wait(100)
    return { vertices: new Float32Array(3), indices: new Uint32Array(3) }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const functions = [
  { name: 'mesh', returns: 'mesh', properties },
  { name: 'talk', returns: 'mesh', properties, progressAt: 1 },
]

/** Returns the rows of viewers. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const options = { jobLimit: 2 * most, clientConnections: 2 * most }
    return await withHost(folder, options, measureHost)
  })
}

async function measureHost(host) {
  const connections = await Promise.all(Array.from({ length: most }, () => openConnection(host.port)))
  const costs = { joined: [], hit: [], poll: [], jobs: [] }
  let seed = 0
  let runs = 0
  const viewAll = async (count, seed) => {
    const request = toRequest('POST', '/api/specimens/mesh/data', { params: { seed } })
    await Promise.all(
      connections.slice(0, count).map(async (connection) => {
        const reader = createFirstReader()
        const { status } = await connection.send(request, reader.take)
        if (status !== 200 || reader.first !== runs)
          throw new Error(`a viewer was answered ${status} by run ${reader.first} of ${runs}`)
      }),
    )
  }
  await repeat(2, async () => {
    runs++
    seed++
    await viewAll(most, seed)
    await repeat(3, () => viewAll(most, seed)) // the first ones are the compiler's
  })
  for (const size of sizes) {
    const times = await repeat(rounds, async () => {
      runs++
      seed++
      const joined = await measureTime(host, () => viewAll(size, seed))
      const hit = await measureTime(host, () => repeat(5, () => viewAll(size, seed)))
      return { joined, hit: hit / 5 }
    })
    for (const name of ['joined', 'hit']) costs[name].push([size, toMedian(times.map((time) => time[name]))])
    const jobs = await repeat(rounds, async () => {
      seed++
      return await measureJobs(host, connections.slice(0, size), seed)
    })
    for (const name of ['jobs', 'poll']) costs[name].push([size, toMedian(jobs.map((time) => time[name]))])
  }
  for (const connection of connections) connection.close()
  return [
    toWholeRow('viewers: all join a run', costs.joined),
    toWholeRow('viewers: all have a hit', costs.hit),
    toWholeRow(`viewers: a job each, of one run with ${messageCount} messages`, costs.jobs),
    toWholeRow('viewers: all poll one job', costs.poll),
  ]
}

/** Has a job for each of the viewers, of one run, until they are done; then all poll the first of them. */
async function measureJobs(host, connections, seed) {
  const start = toRequest('POST', '/api/specimens/talk/start', { params: { seed } })
  const [first] = connections
  let started
  const jobs = await measureTime(host, async () => {
    started = await Promise.all(connections.map((connection) => readJson(connection, start)))
    if (started.some(({ status }) => status !== 'running')) throw new Error('a viewer came too late to join')
    const last = toRequest('GET', `/api/jobs/${started.at(-1).job_id}/progress`)
    while ((await readJson(first, last)).status === 'running')
      await new Promise((resolve) => setTimeout(resolve, 50))
  })
  for (const { job_id: job } of started) {
    const { status, messages } = await readJson(first, toRequest('GET', `/api/jobs/${job}/progress`))
    if (status !== 'done' || messages.length !== messageCount)
      throw new Error(`a viewer's job is ${status} with ${messages.length} messages`)
  }
  const poll = toRequest('GET', `/api/jobs/${started[0].job_id}/progress`)
  const pollAll = async () => await Promise.all(connections.map((connection) => readJson(connection, poll)))
  return { jobs, poll: (await measureTime(host, () => repeat(5, pollAll))) / 5 }
}
