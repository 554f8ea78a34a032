/**
 * What it costs a progress poll to say who asks: a host that takes tokens of a file and tickets, against one
 * that asks for none, in turns.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian, toRatioRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const source = `
  export async function wait(progress) {
    progress.report('a computation that has something to say')
    await new Promise(() => setInterval(() => {}, 1e6))
  }`
const functions = [{ name: 'wait', returns: 'mesh', progressAt: 0 }]
const connectionCount = 16
const pipelined = 10
const warmUpRounds = 5
const rounds = 60
const requestsPerRound = 1600

/** Returns a row for a token of a file and one for a ticket. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const file = join(folder, 'tokens.txt')
    const make = (...args) =>
      execFileSync(process.execPath, [cli, 'token', ...args], { stdio: 'pipe' }).toString()
    // One line among a thousand.
    const lines = await repeat(1000, (index) => toLine(index))
    const own = make('--name', 'ada', '--file', file).trim()
    await writeFile(file, `${lines.join('\n')}\n${await readFile(file, 'utf8')}`)
    return await withHost(folder, {}, async (open) => {
      // More polls than a host takes of one client.
      return await withHost(folder, { tokens: file, requestRate: 0 }, async (closed) => {
        const asked = toRequest('POST', '/api/tickets', { room_id: 'service' })
        const connection = await openConnection(closed.port)
        const { ticket } = await readJson(connection, authorize(asked, own))
        connection.close()
        return [
          await compare('a token of a file', open, { host: closed, token: own }),
          await compare('a ticket', open, { host: closed, token: ticket }),
        ]
      })
    })
  })
}

function toLine(index) {
  const digits = index.toString(16)
  const [id, sha256] = [digits.padStart(16, '0'), digits.padStart(64, '0')]
  return JSON.stringify({ id, sha256, name: `n${index}`, scopes: ['read'] })
}

function authorize(request, token) {
  return request.replace('\r\n', `\r\nauthorization: Bearer ${token}\r\n`)
}

/**
 * Processor time of the same poll: of a host that asks for no token, and of one that takes it. Both write to
 * the kernel as much, so rates would mostly compare how it wakes them.
 */
async function compare(name, open, { host, token }) {
  const sides = [
    // With the same header, which costs Node more to read than anything here.
    await openSide(open, (text) => authorize(text, token)),
    await openSide(host, (text) => authorize(text, token)),
  ]
  for (const side of sides) await repeat(warmUpRounds, () => runRound(side))
  const costs = await repeat(rounds, async (index) => {
    // Whoever comes second finds the machine warmer.
    const [first, second] = index % 2 === 0 ? sides : sides.toReversed()
    const pair = [await measureRound(first), await measureRound(second)]
    return index % 2 === 0 ? pair : pair.reverse()
  })
  for (const { connections } of sides) for (const connection of connections) connection.close()
  const [openCost, ownCost] = [0, 1].map((side) => toMedian(costs.map((pair) => pair[side])))
  const ratio = toMedian(costs.map(([ofOpen, ofOwn]) => ofOpen / ofOwn))
  const beside = `processor without a token ${openCost.toFixed(1)} µs, with it ${ownCost.toFixed(1)} µs`
  return toRatioRow(`progress poll with ${name}`, ratio, 0.92, beside)
}

/** Returns the microseconds of processor time that the host has taken for a request. */
async function measureRound(side) {
  const before = await side.host.ask('cpu')
  await runRound(side)
  const after = await side.host.ask('cpu')
  return (after.user + after.system - before.user - before.system) / requestsPerRound
}

async function openSide(host, prepare) {
  const connections = await repeat(connectionCount, () => openConnection(host.port))
  const start = prepare(toRequest('POST', '/api/specimens/wait/start', {}))
  const { job_id: id } = await readJson(connections[0], start)
  const request = prepare(toRequest('GET', `/api/jobs/${id}/progress?since=0`))
  if ((await readJson(connections[0], request)).status !== 'running') throw new Error('the job has ended')
  return { host, connections, request }
}

/** Asks on all connections together. */
async function runRound({ connections, request }) {
  const ask = async (connection) => {
    for (let index = 0; index < requestsPerRound / connectionCount / pipelined; index++) {
      const { status } = await connection.sendMany(request, pipelined)
      if (status !== 200) throw new Error(`answered ${status}`)
    }
  }
  await Promise.all(connections.map(ask))
}
