/**
 * What 100,000 rooms with a result and 100,000 finished jobs take of Redis, and how long a claim takes beside
 * them. Written as hosts write them, by the same scripts.
 */
import { createHash, randomBytes } from 'node:crypto'
import { repeat, time, toBoundRow, toQuantile } from './figures.mjs'
import { noteLoad, readLoad, withRedis } from './group-hosts.mjs'
import { loadSource } from './load-source.mjs'

const count = 100_000
const atATime = 200
const messages = 10
const claims = 5000
/** Half of the time each sends a PING. */
const claimants = 32
const prefix = 'sp:'

/** Returns a row each for the memory of a room and of a job, and for claims. */
export async function measure() {
  const load = readLoad()
  const source = await loadSource(`
    export * from './core/group/jobs/job-keys.ts'
    export * from './core/group/jobs/job-records.ts'
    export * from './core/group/redis/asked-call.ts'
    export * from './core/group/redis/message-text.ts'
    export * from './core/group/results/result-pointer.ts'
    export * from './core/group/results/room-keys.ts'
    export * from './core/group/runs/flight-records.ts'
    export * from './core/group/runs/run-records.ts'`)
  const rows = await withRedis(async ({ client }) => {
    const room = await fill(client, (index) => writeRoom(client, source, index))
    const job = await fill(client, (index) => writeJob(client, source, index))
    const [times, pings] = await measureClaims(client, source)
    const beside = `of ${count}; keys live as long as hosts let them`
    const median = toQuantile(times, 0.5).toFixed(2)
    return [
      toBoundRow('a room with a result in Redis', room / 1000, 1.5, 'kB', beside),
      toBoundRow(`a finished job with ${messages} messages in Redis`, job / 1000, 1.5, 'kB', beside),
      toBoundRow(
        `claim beside them, p99`,
        toQuantile(times, 0.99),
        5,
        'ms',
        `median ${median}, of ${claims}, ${claimants / 2} at a time; PING between them ${toQuantile(pings, 0.99).toFixed(1)}`,
      ),
    ]
  })
  return noteLoad(rows, load)
}

/** Returns the bytes of Redis that each of `count` takes. */
async function fill(client, write) {
  const before = await readMemory(client)
  for (let index = 0; index < count; index += atATime)
    await Promise.all(Array.from({ length: atATime }, (_, offset) => write(index + offset)))
  return ((await readMemory(client)) - before) / count
}

async function readMemory(client) {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))[1])
}

const hash = (text) => createHash('sha256').update(text).digest('hex')

function toInvocation(index) {
  const params = { width: index, height: 2, label: 'a parameter as functions have them' }
  const functionName = 'gyroid'
  const key = `${functionName}:${hash(JSON.stringify(params))}`
  return {
    functionName,
    revision: hash('bundle'),
    params,
    roomId: `visitor-${hash(`${index}`).slice(0, 16)}`,
    key,
  }
}

const toPointer = () => ({
  host: 'a1b2c3d4e5f6a7b8',
  address: 'http://10.0.0.5:8000',
  id: randomBytes(16).toString('hex'),
  type: 'mesh',
  bytes: 12_000_000,
  fitsEnvelope: true,
})

/** A claim, a run, its end: what stays is the room's result and, for two minutes, how its run ended. */
async function writeRoom(client, source, index) {
  const invocation = toInvocation(index)
  const keys = source.toRoomKeys(prefix, invocation)
  const run = randomBytes(16).toString('hex')
  const claim = { ...invocation, waiter: 'a1b2c3d4e5f6a7b8:1', leaseMs: 30_000, run, first: 0 }
  const claimed = await source.claim(client, keys, claim)
  if (claimed.kind !== 'leads') throw new Error(`a claim of a new room ${claimed.kind}`)
  const pointer = source.formatPointer(toPointer())
  const stored = { pointer, bytes: 12_000_500, ttlMs: 3_600_000 }
  const place = { keys, invocation, prefix }
  const end = JSON.stringify({ pointer: JSON.parse(pointer) })
  if (!(await source.endRun(client, place, claimed, { end, stored }))) throw new Error('a run had no end')
  await client.del(keys.end(run)) // it would be gone in two minutes
}

async function writeJob(client, source, index) {
  const jobId = `everybody ${randomBytes(16).toString('hex')}`
  const keys = source.toJobKeys(prefix, jobId)
  const host = 'a1b2c3d4e5f6a7b8'
  const held = source.toHeldKey(prefix, host)
  const life = 3_600_000
  const asked = source.formatCall({ caller: 'everybody', invocation: toInvocation(index) })
  const said = Array.from({ length: messages }, (_, seq) =>
    source.formatMessage({
      seq,
      ts: 1_790_000_000 + seq,
      text: `step ${seq} of a computation`,
      fraction: seq / 10,
    }),
  )
  await Promise.all([
    source.holdJobs(client, held, life, [jobId]),
    source.createJob(client, keys, { host, asked, life }),
    source.appendJob(client, keys, { host, life, countLimit: 1000, byteLimit: 262_144, messages: said }),
    source.settleJob(client, keys, {
      host,
      state: 'done',
      value: source.formatPointer(toPointer()),
      ttl: life,
    }),
    client.srem(held, jobId),
  ])
  if (index !== 0) return
  const [view] = await source.viewJobs(client, [{ keys, since: -1 }])
  if (view?.state !== 'done' || view.messages.length !== messages) throw new Error('a job was not written')
}

/**
 * Returns the times of claims, half of them hits of rooms that are there, and those of as many PINGs, which take
 * turns with them: what the machine and the connection take.
 */
async function measureClaims(client, source) {
  const claimOne = async (index) => {
    const isKnown = index % 2 === 0
    const invocation = toInvocation(isKnown ? (index * 7919) % count : count + index)
    const lease = { waiter: 'a1b2c3d4e5f6a7b8:1', leaseMs: 30_000 }
    const asked = { ...invocation, ...lease, run: `run-${index}`, first: 0 }
    const keys = source.toRoomKeys(prefix, invocation)
    let claimed
    const took = await time(async () => {
      claimed = await source.claim(client, keys, asked)
    })
    if (claimed.kind !== (isKnown ? 'hit' : 'leads')) throw new Error(`claim ${index} ${claimed.kind}`)
    return took
  }
  const lanes = await Promise.all(
    Array.from({ length: claimants }, (_, lane) =>
      repeat(Math.floor(claims / claimants), async (index) => [
        await claimOne(index * claimants + lane),
        await time(() => client.ping()),
      ]),
    ),
  )
  return [0, 1].map((kind) => lanes.flat().map((pair) => pair[kind]))
}
