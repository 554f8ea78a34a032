/** Requests per second of servers that take turns, round by round. */
import { repeat, toMedian } from './figures.mjs'
import { openConnection } from './http-connection.mjs'

const connectionCount = 16
/**
 * Requests under way on a connection, as in Fastify's own benchmarks: else half of the time is the kernel
 * waking the client.
 */
const pipelined = 10
const warmUpRounds = 5
const rounds = 21
const requestsPerRound = 3200

/**
 * Returns for each of `sides`, `{ server, request, length }`, the requests a second, their ratio to those of
 * the first in the same round, and the processor time of a request in microseconds. Each answer has `length`
 * bytes.
 */
export async function measureRates(sides) {
  const opened = []
  for (const side of sides) opened.push({ ...side, connections: await openAll(side.server.port) })
  // The first ten thousand requests are the compiler's: on all sides they cost two to four times what
  // follows.
  for (const side of opened) await repeat(warmUpRounds, () => runRound(side))
  const before = await Promise.all(opened.map(({ server }) => server.ask('cpu')))
  const rates = await repeat(rounds, () => repeat(opened.length, (index) => runRound(opened[index])))
  const after = await Promise.all(opened.map(({ server }) => server.ask('cpu')))
  for (const { connections } of opened) for (const connection of connections) connection.close()
  return opened.map((_, side) => {
    const { user, system } = after[side]
    return {
      rate: toMedian(rates.map((round) => round[side])),
      ratio: toMedian(rates.map((round) => round[side] / round[0])),
      cost: (user + system - before[side].user - before[side].system) / (rounds * requestsPerRound),
    }
  })
}

async function openAll(port) {
  return await Promise.all(Array.from({ length: connectionCount }, () => openConnection(port)))
}

/** Returns requests per second of all connections together. */
async function runRound({ connections, request, length: wantedLength }) {
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
