/**
 * What everything that stands before a route costs together: whose token it is, limits by client, checks of
 * names and sites, counting and the log; against the same host without any of it, in turns. Of a poll, and
 * of a cached mesh of 12 MB.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian, toRatioRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withBareHost, withFolder, withHost } from './processes.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
/** 400,000 vertices and normals of 12 bytes each, and 600,000 indices of 4. */
const source = `
  export async function wait(progress) {
    progress.report('a computation that has something to say')
    await new Promise(() => setInterval(() => {}, 1e6))
  }
  export function mesh() {
    const vertices = new Float32Array(3 * 400_000).map((_, i) => Math.sin(i))
    return { vertices, normals: vertices.slice(), indices: new Uint32Array(600_000).map((_, i) => i % 400_000) }
  }`
const functions = [
  { name: 'wait', returns: 'mesh', progressAt: 0 },
  { name: 'mesh', returns: 'mesh' },
]
const connectionCount = 16
const pipelined = 10
const poll = { name: 'progress poll', warmUp: 5, rounds: 60, requests: 1600, least: 0.92 }
/** Within what two hosts that are the same differ by here. */
const hit = { name: 'hit of a 12 MB mesh', warmUp: 3, rounds: 100, requests: 16, least: 0.95 }

/** Returns a row for each of the two. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const file = join(folder, 'tokens.txt')
    const make = [cli, 'token', '--name', 'ada', '--file', file]
    const token = execFileSync(process.execPath, make, { stdio: 'pipe' }).toString().trim()
    // Rates that are given count clients on this machine, too; nobody reaches these.
    const limits = { requestRate: 1e9, runRate: 1e9, loginRate: 1e6, clientConnections: 10_000 }
    return await withBareHost(folder, {}, async (bare) => {
      return await withHost(folder, { tokens: file, ...limits }, async (whole) => [
        await compare(poll, await openSides([bare, whole], token, askProgress)),
        await compare(hit, await openSides([bare, whole], token, askMesh)),
      ])
    })
  })
}

async function askProgress(connection, prepare) {
  const { job_id: id } = await readJson(
    connection,
    prepare(toRequest('POST', '/api/specimens/wait/start', {})),
  )
  const request = prepare(toRequest('GET', `/api/jobs/${id}/progress?since=0`))
  if ((await readJson(connection, request)).status !== 'running') throw new Error('the job has ended')
  return request
}

async function askMesh(connection, prepare) {
  const request = prepare(toRequest('GET', '/api/specimens/mesh/data'))
  const { status, length } = await connection.send(request)
  if (status !== 200 || length < 12e6) throw new Error(`answered ${status} with ${length} bytes`)
  return request
}

/** Both are sent the same header, which costs Node more to read than anything here. */
async function openSides(hosts, token, ask) {
  const prepare = (text) => text.replace('\r\n', `\r\nauthorization: Bearer ${token}\r\n`)
  return await Promise.all(
    hosts.map(async (host) => {
      const connections = await repeat(connectionCount, () => openConnection(host.port))
      return { host, connections, request: await ask(connections[0], prepare) }
    }),
  )
}

async function compare({ name, warmUp, rounds, requests, least }, sides) {
  for (const side of sides) await repeat(warmUp, () => measureRound(side, requests))
  const costs = await repeat(rounds, async (index) => {
    // Whoever comes second finds the machine warmer.
    const [first, second] = index % 2 === 0 ? sides : sides.toReversed()
    const pair = [await measureRound(first, requests), await measureRound(second, requests)]
    return index % 2 === 0 ? pair : pair.reverse()
  })
  for (const { connections } of sides) for (const connection of connections) connection.close()
  const [bareCost, wholeCost] = [0, 1].map((side) => toMedian(costs.map((pair) => pair[side])))
  const ratio = toMedian(costs.map(([ofBare, ofWhole]) => ofBare / ofWhole))
  const beside = `processor ${bareCost.toFixed(1)} µs, with them ${wholeCost.toFixed(1)} µs`
  return toRatioRow(`${name} with token, limits and metrics`, ratio, least, beside)
}

/** Returns the microseconds of processor time that the host has taken for a request. */
async function measureRound({ host, connections, request }, requests) {
  const before = await host.ask('cpu')
  const ahead = Math.min(pipelined, requests / connectionCount)
  const ask = async (connection) => {
    for (let index = 0; index < requests / connectionCount / ahead; index++) {
      const { status } = await connection.sendMany(request, ahead)
      if (status !== 200) throw new Error(`answered ${status}`)
    }
  }
  await Promise.all(connections.map(ask))
  const after = await host.ask('cpu')
  return (after.user + after.system - before.user - before.system) / requests
}
