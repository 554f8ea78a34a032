/**
 * `/livez` while the peers of a room send all that the rate allows at once, and while readers are refused
 * changes of large fields: a supervisor that gets no answer restarts the host. The idle host just before is
 * the baseline.
 */
import { writeBundle } from './bench-bundle.mjs'
import { time, toBoundRow, toQuantile } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withBurstPeers, withFolder, withHost } from './processes.mjs'

const source = `
  export function dot() { return { vertices: new Float32Array(3), indices: new Uint32Array(3) } }`
const functions = [{ name: 'dot', returns: 'mesh' }]
const token = 'the-token-of-this-benchmark'
const counts = [30, 60, 120]
const readers = 20
const idlePolls = 300
const pauseMilliseconds = 4
const mostMilliseconds = 100
const mostTurn = 50

/** Returns two rows for each number of peers, and for readers. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, { token }, async (host) => {
      const connection = await openConnection(host.port)
      const rows = []
      for (const count of counts)
        rows.push(...(await measureRows(host, connection, { count, token, question: 'burst' })))
      const ticket = await createTicket(host.port)
      rows.push(
        ...(await measureRows(host, connection, { count: readers, token: ticket, question: 'refused' })),
      )
      connection.close()
      return rows
    })
  })
}

async function measureRows(host, connection, { count, token: joinToken, question }) {
  const room = question === 'burst' ? `of-${count}` : 'readers'
  return await withBurstPeers({ port: host.port, count: 1, room, token }, async (owner) => {
    await owner.ask('fill')
    return await withBurstPeers({ port: host.port, count, room, token: joinToken }, async (peers) => {
      const idle = await watch(host, connection, (polls) => polls.length >= idlePolls)
      let isOver = false
      const sent = peers.ask(question).finally(() => {
        isOver = true
      })
      const busy = await watch(host, connection, () => isOver)
      await sent
      const what = question === 'burst' ? `${count} bursts` : `${count} refused readers`
      const toText = ({ polls, turn, cpu }) => {
        const [median, p99, longest] = [0.5, 0.99, 1].map((share) => toQuantile(polls, share).toFixed(1))
        return `p50 ${median}, p99 ${p99}, longest ${longest}, turn ${turn.toFixed(0)}, processor ${cpu.toFixed(1)} s`
      }
      const beside = `${toText(busy)}; idle ${toText(idle)}`
      const longest = toQuantile(busy.polls, 1)
      return [
        toBoundRow(`/livez beside ${what}, longest`, longest, mostMilliseconds, 'ms', beside),
        toBoundRow(`turn beside ${what}, longest`, busy.turn, mostTurn, 'ms', 'of its own processor time'),
      ]
    })
  })
}

async function watch(host, connection, isEnough) {
  const request = toRequest('GET', '/livez')
  const before = await host.ask('cpu')
  await host.ask('watchTurns')
  const polls = []
  while (!isEnough(polls)) {
    polls.push(await time(() => readBytes(connection, request)))
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  const turn = await host.ask('readTurns')
  const after = await host.ask('cpu')
  return { polls, turn, cpu: (after.user + after.system - before.user - before.system) / 1e6 }
}

async function createTicket(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ room_id: 'readers', scopes: ['read'] }),
  })
  const { ticket } = await answer.json()
  return ticket
}
