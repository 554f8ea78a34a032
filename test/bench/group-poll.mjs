/** Progress polls through Redis, at the host that runs the job and at another, against a host by itself. */
import { writeBundle } from './bench-bundle.mjs'
import { toRatioRow } from './figures.mjs'
import { noteLoad, readLoad, withGroupHosts, withRedis } from './group-hosts.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'
import { measureRates } from './rates.mjs'

/** A job that has said ten things and goes on, without using the processor. */
const source = `
  export async function wait(progress) {
    for (let i = 0; i < 10; i++) progress.report('step ' + i + ' of a computation that has something to say')
    await new Promise(() => setInterval(() => {}, 1e6))
  }`
const functions = [{ name: 'wait', returns: 'mesh', progressAt: 0 }]

/** Returns a row for each of the two hosts. */
export async function measure() {
  const load = readLoad()
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const rows = await withHost(folder, {}, (alone) =>
      withRedis((redis) => withGroupHosts(2, redis, { folder }, (hosts) => compare(alone, hosts))),
    )
    return noteLoad(rows, load)
  })
}

async function compare(alone, [owner, other]) {
  const toSide = async (server, request) => ({ server, request, length: await checkPoll(server, request) })
  const shared = await startWait(owner)
  const sides = [
    await toSide(alone, await startWait(alone)),
    await toSide(owner, shared),
    await toSide(other, shared),
  ]
  const [memory, ...groups] = await measureRates(sides)
  return groups.map(({ rate, ratio, cost }, index) => {
    const where = ['the host that runs it', 'another host'][index]
    const costs = `processor ${memory.cost.toFixed(0)} and ${cost.toFixed(0)} µs a request`
    const beside = `in memory ${memory.rate.toFixed(0)}/s, here ${rate.toFixed(0)}/s; ${costs}`
    return toRatioRow(`poll through Redis at ${where}, rate`, ratio, 0.5, beside)
  })
}

/** Starts the job and returns the request for its last message, once all it has to say has come. */
async function startWait({ port }) {
  const connection = await openConnection(port)
  const { job_id: id } = await readJson(connection, toRequest('POST', '/api/specimens/wait/start', {}))
  const path = `/api/jobs/${id}/progress`
  while ((await readJson(connection, toRequest('GET', path))).messages.length < 10)
    await new Promise(setImmediate)
  connection.close()
  return toRequest('GET', `${path}?since=8`)
}

/** Returns the length of what a poll is answered. */
async function checkPoll({ port }, request) {
  const connection = await openConnection(port)
  const body = await readBytes(connection, request)
  connection.close()
  const { status, messages } = JSON.parse(body.toString())
  if (status !== 'running' || messages.length !== 1 || messages[0].seq !== 9)
    throw new Error('another progress than wanted')
  return body.length
}
