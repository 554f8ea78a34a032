/**
 * What many requests cost those who ask for little: polls while every pool process is busy and 1,000 requests
 * come and wait; and the host's memory for 10,000 rooms beside as many results of one room.
 */
import { availableParallelism } from 'node:os'
import { writeBundle } from './bench-bundle.mjs'
import { time, toBoundRow, toNoteRow, toQuantile } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const source = `
  export function loop(progress) { progress.report('looping'); for (;;); }
  export function dot(seed) {
    return { vertices: new Float32Array(3).fill(seed), indices: new Uint32Array(3) }
  }`
const functions = [
  { name: 'loop', returns: 'mesh', progressAt: 0 },
  { name: 'dot', returns: 'mesh', properties: { seed: { type: 'integer', default: 0 } } },
]
const loops = Math.max(2, availableParallelism())
const flood = 1000
const floodConnections = 10
const pollsWaiting = 1000
const pauseMilliseconds = 4
const rooms = 10_000
const roomConnections = 8
const megabyte = 1e6

/** Returns a row for the polls and one for the memory. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const options = { poolSize: loops, queueSize: flood, jobLimit: 2 * flood }
    const polls = await withHost(folder, options, pollDuringFlood)
    const [one, many] = [
      await withHost(folder, {}, (host) => fillRooms(host, () => 'one')),
      await withHost(folder, {}, (host) => fillRooms(host, (index) => `room ${index}`)),
    ]
    const memoryNote = `${(many / megabyte).toFixed(0)} beside ${(one / megabyte).toFixed(0)} MB`
    return [
      toBoundRow(
        `poll beside ${loops} loops and ${flood} that wait, p99`,
        toQuantile(polls.waiting, 0.99),
        25,
        'ms',
        describe(polls.waiting),
      ),
      toNoteRow(
        `poll while those ${flood} come on ${floodConnections} connections, p99`,
        `${toQuantile(polls.coming, 0.99).toFixed(0)} ms`,
        describe(polls.coming),
      ),
      toBoundRow(`${rooms} rooms more than one`, (many - one) / megabyte, 200, 'MB', memoryNote),
    ]
  })
}

function describe(polls) {
  const [p50, longest] = [0.5, 1].map((share) => toQuantile(polls, share))
  return `p50 ${p50.toFixed(2)}, longest ${longest.toFixed(0)}, of ${polls.length}`
}

/** Returns the times of polls while the requests of the flood come, and while all of them wait. */
async function pollDuringFlood(host) {
  const poller = await openConnection(host.port)
  const looping = []
  for (let index = 0; index < loops; index++) looping.push(await startLoop(poller, `loop ${index}`))
  for (const request of looping) while ((await readJson(poller, request)).messages.length === 0);
  const coming = []
  const waiting = []
  let polls = coming
  const flooding = sendFlood(host.port).finally(() => {
    polls = waiting
  })
  while (waiting.length < pollsWaiting) {
    polls.push(await time(() => readJson(poller, looping[0])))
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  await flooding
  poller.close()
  return { coming, waiting }
}

/** Starts the jobs of the flood, all of which the host must take. */
async function sendFlood(port) {
  const send = async (_, sender) => {
    const connection = await openConnection(port)
    for (let index = sender; index < flood; index += floodConnections)
      await startLoop(connection, `flood ${index}`)
    connection.close()
  }
  await Promise.all(Array.from({ length: floodConnections }, send))
}

/** Starts an endless job and returns the request for its progress. */
async function startLoop(connection, roomId) {
  const start = toRequest('POST', '/api/specimens/loop/start', { room_id: roomId })
  const { job_id: id, status } = await readJson(connection, start)
  if (status !== 'running') throw new Error(`an endless job is ${status}`)
  return toRequest('GET', `/api/jobs/${id}/progress`)
}

/** Computes as many results as there are rooms in the rooms that `toRoom` names; returns resident bytes. */
async function fillRooms(host, toRoom) {
  const fill = async (_, sender) => {
    const connection = await openConnection(host.port)
    for (let index = sender; index < rooms; index += roomConnections) {
      const body = { params: { seed: index }, room_id: toRoom(index) }
      const { status } = await connection.send(toRequest('POST', '/api/specimens/dot/data', body))
      if (status !== 200) throw new Error(`a room was answered ${status}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: roomConnections }, fill))
  const connection = await openConnection(host.port)
  const stats = toRequest('GET', '/api/processing/cache/stats')
  const { total_entries: entries } = await readJson(connection, stats)
  connection.close()
  const wanted = new Set(Array.from({ length: rooms }, (_, index) => toRoom(index))).size
  if (entries !== wanted) throw new Error(`${entries} rooms have a result, ${wanted} were filled`)
  return (await host.ask('memory')).rss
}
