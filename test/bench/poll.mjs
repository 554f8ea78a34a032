/**
 * Progress polls and the catalog of 50 entries, against bare Fastify routes that send the same texts at the
 * same addresses.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, toRatioRow } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost, withPeer } from './processes.mjs'
import { measureRates } from './rates.mjs'

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
        await compare('progress poll', { host, peer, request: requests[0], body: bodies[0], least: 0.95 }),
        await compare('catalog of 50', { host, peer, request: requests[1], body: bodies[1], least: 0.8 }),
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

async function compare(name, { host, peer, request, body, least }) {
  const length = body.length
  for (const { port } of [peer, host]) {
    const connection = await openConnection(port)
    checkBytes(await readBytes(connection, request), body, name)
    connection.close()
  }
  const sides = [peer, host].map((server) => ({ server, request, length }))
  const [ofPeer, ofHost] = await measureRates(sides)
  const rates = `Fastify ${ofPeer.rate.toFixed(0)}/s, host ${ofHost.rate.toFixed(0)}/s`
  const costs = `processor ${ofPeer.cost.toFixed(0)} and ${ofHost.cost.toFixed(0)} µs a request`
  return toRatioRow(`${name} (${length} bytes), rate`, ofHost.ratio, least, `${rates}; ${costs}`)
}
