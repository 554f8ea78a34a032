/** Progress polls, beside a bare Fastify route that sends the same text at the same address. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, toNoteRow } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost, withPeer } from './processes.mjs'
import { measureRates } from './rates.mjs'

/** A job that has said ten things and goes on, without using the processor. */
const source = `
  export async function wait(progress) {
    for (let i = 0; i < 10; i++) progress.report('step ' + i + ' of a computation that has something to say')
    await new Promise(() => setInterval(() => {}, 1e6))
  }`
const functions = [{ name: 'wait', returns: 'mesh', progressAt: 0 }]
const pattern = '/api/jobs/:job_id/progress'

/** Returns the row. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeWait(folder)
    return await withHost(folder, {}, async (host) => {
      const request = toRequest('GET', `${await startWait(host.port)}?since=8`)
      const connection = await openConnection(host.port)
      const body = await readBytes(connection, request)
      connection.close()
      checkBody(JSON.parse(body.toString()))
      const file = join(folder, 'body')
      await writeFile(file, body)
      return await withPeer('fastify', [{ pattern, file }], (peer) => compare(host, peer, { request, body }))
    })
  })
}

/** Writes the bundle whose job {@link startWait} starts. */
export async function writeWait(folder) {
  await writeBundle(folder, { name: 'bench', source, functions })
}

/** Starts the job and returns the path of its progress, once all it has to say has come. */
export async function startWait(port) {
  const connection = await openConnection(port)
  const { job_id: id } = await readJson(connection, toRequest('POST', '/api/specimens/wait/start', {}))
  const path = `/api/jobs/${id}/progress`
  while ((await readJson(connection, toRequest('GET', path))).messages.length < 10)
    await new Promise(setImmediate)
  connection.close()
  return path
}

function checkBody({ status, messages }) {
  if (status !== 'running' || messages.length !== 1 || messages[0].seq !== 9)
    throw new Error('another progress than wanted')
}

async function compare(host, peer, { request, body }) {
  const length = body.length
  for (const { port } of [peer, host]) {
    const connection = await openConnection(port)
    checkBytes(await readBytes(connection, request), body, 'progress poll')
    connection.close()
  }
  const sides = [peer, host].map((server) => ({ server, request, length }))
  const [ofPeer, ofHost] = await measureRates(sides)
  const rates = `Fastify ${ofPeer.rate.toFixed(0)}/s, host ${ofHost.rate.toFixed(0)}/s`
  const costs = `processor ${ofPeer.cost.toFixed(0)} and ${ofHost.cost.toFixed(0)} µs a request`
  const what = `progress poll (${length} bytes), rate beside Fastify`
  return [toNoteRow(what, ofHost.ratio.toFixed(2), `${rates}; ${costs}`)]
}
