/**
 * What a group asks of its Redis, operation by operation, and what 50 hosts ask of it together: their load
 * must be the sum of its parts, by which the table of `core/group/README.md` goes on to 1,000 hosts.
 * The hosts are those of the source as far as Redis sees them, in one process and without a server.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { repeat, toBoundRow, toNoteRow } from './figures.mjs'
import { noteLoad, readLoad, withRedis } from './group-hosts.mjs'
import { loadSource } from './load-source.mjs'

const hostCount = 50
const idleSeconds = 6
/** Of each operation, to know its cost; no host is asked twice at a time, as it would ask Redis once. */
const samples = { hit: 5000, poll: 5000, run: 1000 }
const atATime = 25
/** A second, of all hosts together. */
const rates = { hit: 500, poll: 1000, run: 50 }
const loadSeconds = 12
const revision = createHash('sha256').update('bundle').digest('hex')
const result = { type: 'mesh', vertices: new Float32Array(3), indices: new Uint32Array(3) }
const quiet = { debug() {}, info() {}, warn() {}, error: console.error }

/** Returns notes of each cost, and a row for the sum. */
export async function measure() {
  const load = readLoad()
  const { openGroup } = await loadSource(`export * from './core/group/open-group.ts'`)
  const rows = await withRedis(async ({ url, client }) => {
    const hosts = []
    const empty = await readRedis(client)
    for (let index = 0; index < hostCount; index++) hosts.push(await openHost(openGroup, url))
    try {
      const joined = await readRedis(client)
      const idle = await cost(client, () => sleep(idleSeconds * 1000))
      const perHost = toShare(idle, hostCount * idleSeconds)
      const costs = {}
      for (const name of Object.keys(rates))
        costs[name] = await measureOperation(client, hosts, { name, idle })
      const rows = [
        toNoteRow('a host: connections', ((joined.clients - empty.clients) / hostCount).toFixed(1), ''),
        toNoteRow(
          'a host: memory of Redis',
          `${((joined.memory - empty.memory) / hostCount / 1000).toFixed(0)} kB`,
          '',
        ),
        toCostRow('a host, a second', perHost),
        ...Object.entries(costs).map(([name, own]) => toCostRow(`a ${name}`, own)),
      ]
      return [...rows, ...(await compareSum(client, hosts, { perHost, costs }))]
    } finally {
      await Promise.all(hosts.map(({ rooms }) => rooms.close()))
    }
  })
  return noteLoad(rows, load)
}

/** A host whose functions return at once. */
async function openHost(openGroup, url) {
  const port = 20_000 + Math.floor(Math.random() * 10_000) // nobody asks for its results
  const settings = {
    redis: new URL(url),
    address: `http://127.0.0.1:${port}`,
    secrets: [randomBytes(32).toString('hex')],
  }
  const config = {
    cacheTtl: 3600,
    cacheBytes: 2 ** 26,
    resultBytes: 2 ** 26,
    jobTtl: 3600,
    jobLimit: 1000,
    poolSize: 2,
    queueSize: 1000,
  }
  const createId = () => randomBytes(16).toString('base64url')
  const rooms = await openGroup({ settings, config, createId, clock: () => performance.now(), log: quiet })
  const runner = {
    run: async (_, { progress }) => {
      for (let step = 0; step < 3; step++) progress.report(`step ${step} of a computation`)
      return result
    },
  }
  const functions = new Map([['dot', { revision, runner, manifest: { schema: {} } }]])
  const catalog = { bundles: { used: [{ hash: revision }] }, snapshot: { functions } }
  const gate = { admit: (_asked, _params, roomId) => toInvocation(roomId) }
  await rooms.join({ catalog, gate, jobs: { leave() {}, resume() {} } })
  return { rooms, runner, createId }
}

function toInvocation(roomId) {
  const key = `dot:${createHash('sha256').update(roomId).digest('hex')}`
  return { functionName: 'dot', revision, params: { seed: 1 }, roomId, key }
}

/** Has a room's result made or found, as a request does. */
async function ask({ rooms, runner }, roomId, onMessages) {
  const invocation = toInvocation(roomId)
  const start = ({ id, signal, progress, onAdmitted, shared }) => {
    const context = { signal, progress, onAdmitted, shared, caller: 'everybody' }
    return { times: {}, made: rooms.share({ invocation, runner }).run(invocation, { ...context, id }) }
  }
  const { admission, entry } = rooms.flights.join(invocation, { caller: 'everybody', onMessages }, start)
  const { cache } = await admission
  await entry
  return cache
}

const operations = {
  hit: async (host, { known }) => {
    const cache = await ask(host, known)
    if (cache !== 'hit') throw new Error(`a room with a result was a ${cache}`)
  },
  poll: async ({ rooms }, { job }) => {
    const view = await rooms.store.view(job, 0)
    if (view?.messages.length !== 2) throw new Error('a poll had other messages than wanted')
  },
  /** A job from its start to its end, which reports three times. */
  run: async (host) => {
    const { rooms, createId } = host
    const roomId = createId()
    const job = `everybody ${createId()}`
    await rooms.store.create(job, 'everybody', toInvocation(roomId))
    const cache = await ask(host, roomId, (messages) => void rooms.store.append(job, messages))
    if (cache === 'hit') throw new Error('a new room had a result')
    const entry = await rooms.flights.find(toInvocation(roomId))
    if (!(await rooms.store.settle(job, { status: 'done', entry }))) throw new Error('a job had ended before')
  },
}

/** A room with a result and a job with messages, of one host. */
async function prepare({ rooms, ...host }) {
  const [known, job] = [host.createId(), `everybody ${host.createId()}`]
  await ask({ rooms, ...host }, known)
  await rooms.store.create(job, 'everybody', toInvocation(known))
  await rooms.store.append(
    job,
    [0, 1, 2].map((seq) => ({ seq, ts: 1_790_000_000, text: `step ${seq}` })),
  )
  return { known, job }
}

/** Returns what one of an operation costs beside the idle hosts. */
async function measureOperation(client, hosts, { name, idle }) {
  const prepared = await prepare(hosts[0])
  const count = samples[name]
  const work = () =>
    Promise.all(
      Array.from({ length: atATime }, (_, lane) =>
        repeat(count / atATime, (index) =>
          operations[name](hosts[(index * atATime + lane) % hosts.length], prepared),
        ),
      ),
    )
  const before = await readRedis(client)
  const all = await cost(client, work)
  const memory = ((await readRedis(client)).memory - before.memory) / count
  const share = all.seconds / idle.seconds
  const own = {
    calls: all.calls - idle.calls * share,
    microseconds: all.microseconds - idle.microseconds * share,
  }
  return { ...toShare(own, count), memory }
}

/** The load of all hosts at their rates, against what its parts cost by themselves. */
async function compareSum(client, hosts, { perHost, costs }) {
  const prepared = await prepare(hosts[0])
  let done = 0
  const measured = await cost(client, async () => {
    const ends = performance.now() + loadSeconds * 1000
    await Promise.all(
      Object.entries(rates).map(async ([name, rate]) => {
        const started = performance.now()
        const pending = []
        for (let count = 0; performance.now() < ends; ) {
          for (const due = ((performance.now() - started) / 1000) * rate; count < due; count++, done++)
            pending.push(operations[name](hosts[count % hosts.length], prepared))
          await sleep(5)
        }
        await Promise.all(pending)
        costs[name].done = pending.length
      }),
    )
  })
  const sum = (part) =>
    Object.values(costs).reduce(
      (total, own) => total + own[part] * own.done,
      perHost[part] * hostCount * measured.seconds,
    )
  const [calls, time] = [measured.calls / sum('calls'), measured.microseconds / sum('microseconds')]
  const share = measured.microseconds / measured.seconds / 10_000
  const what = `${(done / measured.seconds).toFixed(0)} operations/s of ${hostCount} hosts`
  const rate = `${(measured.calls / measured.seconds).toFixed(0)} commands/s`
  return [
    toBoundRow(`${what}: commands, of the sum of parts`, calls, 1.25, 'times', rate),
    toBoundRow(
      `${what}: time of Redis, of the sum of parts`,
      time,
      1.5, // beside other work, which leaves Redis no warm cache: 1.43 was measured
      '',
      `${share.toFixed(0)} % of its core`,
    ),
  ]
}

/** Returns how many commands came while `work` was under way, and what they took of Redis' processor. */
async function cost(client, work) {
  const before = await readRedis(client)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const after = await readRedis(client)
  return {
    seconds,
    calls: after.calls - before.calls,
    microseconds: after.microseconds - before.microseconds,
  }
}

const toShare = ({ calls, microseconds }, count) => ({
  calls: calls / count,
  microseconds: microseconds / count,
})

function toCostRow(what, { calls, microseconds, memory }) {
  const left = memory === undefined ? '' : `; leaves ${memory.toFixed(0)} bytes`
  return toNoteRow(`${what}: commands`, calls.toFixed(1), `${microseconds.toFixed(0)} µs of Redis${left}`)
}

/** Commands that scripts call are counted, too. */
async function readRedis(client) {
  const info = await client.info('all')
  const read = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)[1])
  return {
    calls: read('total_commands_processed'),
    microseconds: 1e6 * (read('used_cpu_user') + read('used_cpu_sys')),
    memory: read('used_memory'),
    clients: read('connected_clients'),
  }
}
