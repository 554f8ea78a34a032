/** The commands that Redis executes for a run of a group, those inside scripts included. */
import { Redis } from 'ioredis'
import { repeat, toNoteRow } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'

/** Runs that are asked for one after the other, and in all by many clients at once. */
const runs = 60
const crowdRuns = 600
/** Clients that ask at once: more than there are places, so that runs wait. */
const crowdClients = 40
/** Seconds in which the commands of hosts at rest are counted. */
const restSeconds = 10

/**
 * Returns rows: the commands of a run that is alone, and of one among many, asked of the hosts in turn; without
 * those of hosts at rest.
 */
export async function measureCommands(ports, redisPort) {
  const redis = new Redis(redisPort, '127.0.0.1')
  let label = 1e7
  const run = async (index) => {
    const params = encodeURIComponent(JSON.stringify({ label: label++, milliseconds: 0 }))
    const path = `/api/specimens/nap/data?params=${params}&room_id=counted${label}`
    await readBytes(connections[index % connections.length], toRequest('GET', path))
  }
  const open = async () => await repeat(crowdClients, (index) => openConnection(ports[index % ports.length]))
  let connections = await open()
  await repeat(crowdClients, run) // the first make queues
  for (const connection of connections) connection.close()
  const rest = await countWhile(redis, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000 * restSeconds))
  })
  connections = await open() // hosts close those without a request
  const alone = await countWhile(redis, async () => {
    await repeat(runs, run)
    await settle()
  })
  const crowd = await countWhile(redis, async () => {
    const turns = crowdRuns / crowdClients
    const ask = async (client) => await repeat(turns, () => run(client))
    await Promise.all(connections.map((_, client) => ask(client)))
    await settle()
  })
  for (const connection of connections) connection.close()
  redis.disconnect()
  const toRow = (what, counted, count) => {
    const perRun = [...counted.calls].map(([name, calls]) => {
      const resting = ((rest.calls.get(name) ?? 0) / rest.seconds) * counted.seconds
      return [name, (calls - resting) / count]
    })
    const listed = perRun.filter(([, calls]) => calls >= 0.5).sort(([, a], [, b]) => b - a)
    const total = perRun.reduce((sum, [, calls]) => sum + calls, 0)
    return toNoteRow(
      what,
      total.toFixed(1),
      listed.map(([name, calls]) => `${name} ${calls.toFixed(1)}`).join(', '),
    )
  }
  return [
    toRow(`commands of a run, ${ports.length} hosts at rest`, alone, runs),
    toRow(`commands of a run among those of ${crowdClients} clients`, crowd, crowdRuns),
  ]
}

/** Resolves when what is written after the end of a run is written. */
async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Returns the calls of each command during a work, and its seconds. */
async function countWhile(redis, work) {
  const [before, begun] = [await readCalls(redis), performance.now()]
  await work()
  const seconds = (performance.now() - begun) / 1000
  const after = await readCalls(redis)
  const calls = new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]))
  return { calls, seconds }
}

async function readCalls(redis) {
  const text = await redis.info('commandstats')
  const found = text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)
  return new Map([...found].map(([, name, count]) => [name, Number(count)]))
}
