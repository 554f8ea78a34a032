/**
 * Three hosts with one Redis, beside one host: what a host that is not a room's adds to polls and hits, the runs
 * that they have together and their commands, and the longest wait of many clients of one caller. Needs
 * `redis-server`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, time, toMedian, toMultipleRow, toRatioRow } from './figures.mjs'
import { measureCommands } from './group-commands.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

/** Runs that use no processor, so that places are the limit. */
const source = `
  export async function nap(label, milliseconds, progress) {
    progress.report('it begins')
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return { vertices: new Float32Array([label, 0, 0]), indices: new Uint32Array([0, 0, 0]) }
  }`
const properties = {
  label: { type: 'integer', default: 0 },
  milliseconds: { type: 'integer', default: 0 },
}
const functions = [{ name: 'nap', returns: 'mesh', properties, progressAt: 2 }]
const hostCount = 3
const places = 2
/** Requests to each host. */
const detourRounds = 500
const spread = { rooms: 300, milliseconds: 200, clients: 60, seconds: 15 }
const crowd = { milliseconds: 300, clients: 40, seconds: 20 }

/** Returns the rows. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const alone = await withHost(folder, { poolSize: places }, ({ port }) => countRuns([port]))
    const inMemory = await withHost(folder, { poolSize: hostCount * places }, ({ port }) =>
      measureWaits([port]),
    )
    const { rows, together, shared } = await withGroup(folder, async (hosts, redisPort) => {
      const ports = hosts.map(({ port }) => port)
      return {
        rows: [...(await measureDetour(hosts)), ...(await measureCommands(ports, redisPort))],
        together: await countRuns(ports),
        shared: await measureWaits(ports),
      }
    })
    const toText = (waits) =>
      `${(toMedian(waits) / 1000).toFixed(2)} s, ${(Math.max(...waits) / 1000).toFixed(2)} s`
    return [
      ...rows,
      toRatioRow(
        'runs of 200 ms in 300 rooms, three hosts',
        together / alone,
        2.6,
        `${alone.toFixed(1)}/s by one`,
      ),
      toMultipleRow(
        `longest wait, ${crowd.clients} clients of one caller`,
        Math.max(...shared) / Math.max(...inMemory),
        1.5,
        `median and longest: one ${toText(inMemory)}; three ${toText(shared)}`,
      ),
    ]
  })
}

/** Polls and hits at the host that has computed them, and at another. */
async function measureDetour(hosts) {
  const connections = await repeat(hosts.length, (index) => openConnection(hosts[index].port))
  const start = toRequest('POST', '/api/specimens/nap/start', { params: { milliseconds: 600_000 } })
  const { job_id: id } = await readJson(connections[0], start)
  const poll = toRequest('GET', `/api/jobs/${id}/progress`)
  while ((await readJson(connections[0], poll)).messages.length < 1) await wait(50)
  const hit = toRequest('GET', '/api/specimens/nap/data?room_id=hit')
  await readBytes(connections[0], hit)
  const rows = []
  for (const [what, request] of [
    ['polls of a job', poll],
    ['hits', hit],
  ]) {
    for (const connection of connections) await readBytes(connection, request)
    const times = hosts.map(() => [])
    // Hosts take turns, request by request.
    await repeat(detourRounds * hosts.length, async (index) => {
      const at = index % hosts.length
      times[at].push(await time(() => readBytes(connections[at], request)))
    })
    const medians = times.map(toMedian)
    const ratios = medians.map((median) => median / medians[0])
    const rates = medians.map((median) => `${median.toFixed(2)} ms`).join(', ')
    rows.push(toMultipleRow(`${what} at another host`, Math.max(...ratios), 3, rates))
  }
  await readBytes(connections[0], toRequest('DELETE', `/api/jobs/${id}`), 200).catch(() => {})
  for (const connection of connections) connection.close()
  return rows
}

/** Resolves with the runs a second of hosts together, in many rooms. */
async function countRuns(ports) {
  let [ended, label] = [0, 0]
  const milliseconds = await time(() =>
    runClients(ports, spread, async (connection) => {
      const room = label++ % spread.rooms
      await readBytes(connection, toRun(label, spread.milliseconds, `room${room}`))
      ended++
    }),
  )
  return (1000 * ended) / milliseconds
}

/** Resolves with the milliseconds for which each request of many clients waited for its run. */
async function measureWaits(ports) {
  const waits = []
  let label = 1e6
  await runClients(ports, crowd, async (connection, client) => {
    const begun = performance.now()
    await readBytes(connection, toRun(label++, crowd.milliseconds, `client${client}`))
    waits.push(performance.now() - begun)
  })
  return waits
}

async function runClients(ports, { clients, seconds }, work) {
  const connections = await repeat(clients, (index) => openConnection(ports[index % ports.length]))
  const until = performance.now() + 1000 * seconds
  await Promise.all(
    connections.map(async (connection, client) => {
      while (performance.now() < until) await work(connection, client)
    }),
  )
  for (const connection of connections) connection.close()
}

function toRun(label, milliseconds, room) {
  const params = encodeURIComponent(JSON.stringify({ label, milliseconds }))
  return toRequest('GET', `/api/specimens/nap/data?params=${params}&room_id=${room}`)
}

/** Returns the result of `work(hosts, redisPort)`, hosts of one group. */
async function withGroup(folder, work) {
  const port = await findPort()
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const redis = spawn('redis-server', options.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    redis.on('error', reject)
    redis.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve())
  })
  const open = async (hosts) => {
    if (hosts.length === hostCount) return await work(hosts, port)
    const own = await findPort()
    const group = { redis: `redis://127.0.0.1:${port}`, groupSecret: 'x'.repeat(32), poolSize: places }
    const peerAddress = `http://127.0.0.1:${own}`
    return await withHost(
      folder,
      { ...group, port: own, peerAddress },
      async (host) => await open([...hosts, host]),
    )
  }
  try {
    return await open([])
  } finally {
    const ended = once(redis, 'exit')
    redis.kill('SIGKILL')
    await ended
  }
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function wait(milliseconds) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
