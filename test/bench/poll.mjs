/**
 * Progress polls and the catalog of 50 entries, against bare Fastify routes that send the same texts at the
 * same addresses.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, toMedian, toRatioRow } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost, withPeer } from './processes.mjs'

/** A job that has said ten things and goes on, without using the processor. */
const source = `
  export async function wait(progress) {
    for (let i = 0; i < 10; i++) progress.report('step ' + i + ' of a computation that has something to say')
    await new Promise(() => setInterval(() => {}, 1e6))
  }
  ${Array.from({ length: 49 }, (_, index) => `export const part${index} = () => {}`).join('\n')}`
const functions = [
  { name: 'wait', returns: 'mesh', progressAt: 0 },
  ...Array.from({ length: 49 }, (_, index) => ({ name: `part${index}`, returns: 'mesh' })),
]
const connectionCount = 16
/**
 * Requests under way on a connection, as in Fastify's own benchmarks: else half of the time is the kernel
 * waking the client.
 */
const pipelined = 10
const warmUpRounds = 5
const rounds = 21
const requestsPerRound = 3200

/** Returns a row each for the poll and the catalog. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, async (host) => {
      const requests = [
        toRequest('GET', `${await startWait(host.port)}?since=8`),
        toRequest('GET', '/api/specimens/'),
      ]
      const connection = await openConnection(host.port)
      const bodies = await repeat(2, (index) => readBytes(connection, requests[index]))
      connection.close()
      checkBodies(...bodies.map((body) => JSON.parse(body.toString())))
      const patterns = ['/api/jobs/:job_id/progress', '/api/specimens/']
      const routes = patterns.map((pattern, index) => ({ pattern, file: join(folder, `body${index}`) }))
      await Promise.all(routes.map(({ file }, index) => writeFile(file, bodies[index])))
      return await withPeer('fastify', routes, async (peer) => [
        await compare('progress poll', { host, peer, request: requests[0], body: bodies[0] }),
        await compare('catalog of 50', { host, peer, request: requests[1], body: bodies[1] }),
      ])
    })
  })
}

/** Starts the job and returns the path of its progress, once all it has to say has come. */
async function startWait(port) {
  const connection = await openConnection(port)
  const { job_id: id } = await readJson(connection, toRequest('POST', '/api/specimens/wait/start', {}))
  const path = `/api/jobs/${id}/progress`
  while ((await readJson(connection, toRequest('GET', path))).messages.length < 10)
    await new Promise(setImmediate)
  connection.close()
  return path
}

function checkBodies({ status, messages }, catalog) {
  if (status !== 'running' || messages.length !== 1 || messages[0].seq !== 9)
    throw new Error('another progress than wanted')
  if (catalog.length !== 50 || catalog.some(({ is_dynamic }) => !is_dynamic))
    throw new Error('another catalog than wanted')
}

async function compare(name, { host, peer, request, body }) {
  const sides = [
    { server: peer, request, connections: await openAll(peer.port) },
    { server: host, request, connections: await openAll(host.port) },
  ]
  for (const side of sides) {
    checkBytes(await readBytes(side.connections[0], side.request), body, name)
    // The first ten thousand requests are the compiler's: on both sides they cost two to four times what
    // follows.
    await repeat(warmUpRounds, () => runRound(side, body.length))
  }
  const before = await Promise.all(sides.map(({ server }) => server.ask('cpu')))
  const rates = await repeat(rounds, async () => [
    await runRound(sides[0], body.length),
    await runRound(sides[1], body.length),
  ])
  const after = await Promise.all(sides.map(({ server }) => server.ask('cpu')))
  for (const { connections } of sides) for (const connection of connections) connection.close()
  const [peerRate, hostRate] = [0, 1].map((side) => toMedian(rates.map((pair) => pair[side])))
  const ratio = toMedian(rates.map(([ofPeer, ofHost]) => ofHost / ofPeer))
  const [peerCost, hostCost] = after.map(({ user, system }, side) => {
    return (user + system - before[side].user - before[side].system) / (rounds * requestsPerRound)
  })
  const costs = `processor ${peerCost.toFixed(0)} and ${hostCost.toFixed(0)} µs a request`
  const what = `${name} (${body.length} bytes), rate`
  return toRatioRow(
    what,
    ratio,
    0.8,
    `Fastify ${peerRate.toFixed(0)}/s, host ${hostRate.toFixed(0)}/s; ${costs}`,
  )
}

async function openAll(port) {
  return await Promise.all(Array.from({ length: connectionCount }, () => openConnection(port)))
}

/** Returns requests per second of all connections together. */
async function runRound({ connections, request }, wantedLength) {
  const started = performance.now()
  const ask = async (connection) => {
    for (let index = 0; index < requestsPerRound / connectionCount / pipelined; index++) {
      const { status, length } = await connection.sendMany(request, pipelined)
      if (status !== 200 || length !== wantedLength)
        throw new Error(`answered ${status} with ${length} bytes`)
    }
  }
  await Promise.all(connections.map(ask))
  return (requestsPerRound / (performance.now() - started)) * 1000
}
