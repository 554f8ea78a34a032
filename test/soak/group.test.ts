/** A group while everything happens to it that may: once each in `npm run test:long`, longer by `npm run soak group`. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killHost, plain, replaceTimed, startGroupHost } from '../group/faults/fault-group.ts'
import type { BuiltHost } from '../hostile/built-host.ts'
import { readEnvelope } from '../support/api.ts'
import { createFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { testMilliseconds, waitMilliseconds } from '../support/limits.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { makeTimed } from '../support/timed-bundle.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 0)
const hostCount = 3
const askers = 6
/** Milliseconds after which a client has waited too long. In `npm run test:long` the machine may be busy. */
const patience = minutes > 0 ? 15_000 : waitMilliseconds
/** The same for a job. */
const jobPatience = minutes > 0 ? 60_000 : waitMilliseconds
/** What a host may answer that cannot now. */
const passing = [
  'host.busy',
  'group.away',
  'result.lost',
  'worker.lost',
  'worker.unreachable',
  'host.stopping',
]

type Folders = ReturnType<typeof makeTimed>

/** The bundle of a version: its results end with the version's number, so their bytes are known. */
const makeVersion = (version: number): Folders => makeTimed('', { tag: String(version) })
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const digestOf = (label: number, version: number): string =>
  digest(new Uint8Array(Float64Array.of(label, label, label, version).buffer))

describe.skipIf(redisMissing ?? !isRedisOwn)('a group to which everything happens', () => {
  let redis: TestRedis
  const hosts: { readonly host: BuiltHost; readonly folders: Folders }[] = []
  let proxy: FaultProxy
  let worker: Awaited<ReturnType<typeof createWorker>>
  let [version, labels, emptied] = [1, 0, 0]
  const seen = new Map<string, number>()
  const faults: string[] = []

  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
  const start = async () => {
    const folders = makeVersion(version)
    hosts.push({ folders, host: await startGroupHost({ redis: redis.url, folders, command: 'relay' }) })
  }
  const pick = () => hosts[Math.floor(Math.random() * hosts.length)]?.host.api.url

  /** Asks a host; undefined where it died, or said that it cannot now. */
  const ask = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const from = performance.now()
    try {
      const headers = { ...plain, ...(init.body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(`${pick()}${path}`, { ...init, headers })
      const body = await answer.arrayBuffer()
      count(`answers ${answer.status}`)
      if (answer.ok) return new Response(body, answer)
      const { code } = JSON.parse(Buffer.from(body).toString())
      if (answer.status === 404) return new Response(body, answer)
      if (!passing.includes(code)) faults.push(`${path} is answered ${answer.status} ${code}`)
      return undefined
    } catch (error) {
      if (!(error instanceof TypeError)) faults.push(`${path}: ${error}`)
      count('cut off')
      return undefined
    } finally {
      const waited = performance.now() - from
      if (waited > patience) faults.push(`${path} has taken ${Math.round(waited)} ms`)
    }
  }
  const check = (what: string, bytes: Uint8Array, label: number): void => {
    count(what)
    const known = Array.from({ length: version }, (_, i) => digestOf(label, i + 1))
    if (!known.includes(digest(bytes))) faults.push(`${what} of ${label} has wrong bytes`)
  }
  const readData = async (id: string): Promise<void> => {
    const [label, room_id] = [labels++ % 40, `room ${labels % 12}`]
    const params = JSON.stringify({ label, milliseconds: 50 * (label % 5), count: 4 })
    const answer = await ask(`/api/specimens/${id}/data?${new URLSearchParams({ params, room_id })}`)
    if (answer?.ok) check(id, (await readEnvelope(answer)).data, label)
    else if (answer && id === 'timed') faults.push(`${id} is unknown`) // the worker may be away for long
  }
  const runJob = async (): Promise<void> => {
    const [label, before] = [labels++ % 40, emptied]
    const call = { params: { label, milliseconds: 500, count: 4 }, room_id: `room ${label % 12}` }
    const started = await ask('/api/specimens/timed/start', { method: 'POST', body: JSON.stringify(call) })
    if (!started?.ok) return
    const { job_id } = await started.json()
    for (const until = performance.now() + jobPatience; ; await setTimeout(100)) {
      if (performance.now() > until) return void faults.push(`job ${job_id} has no end`)
      const result = await ask(`/api/jobs/${job_id}/progress`)
      if (result?.status === 404 && before !== emptied) return count('jobs lost with all data')
      if (result?.status === 404) return void faults.push(`job ${job_id} is lost`)
      const { status, error } = (await result?.json()) ?? {}
      if (status === 'error' && before !== emptied) return count('jobs lost with all data')
      if (status === 'error') return void faults.push(`job ${job_id} has failed: ${error}`)
      if (status !== 'done') continue
      const made = await ask(`/api/jobs/${job_id}/result`)
      if (made?.ok) return check('jobs', Buffer.from((await made.json()).data, 'base64'), label)
    }
  }

  /** What may happen; each leaves the group as it should be. */
  const acts: { readonly [name: string]: () => Promise<void> } = {
    kill: async () => {
      const killed = hosts.splice(1, 1)[0]
      if (killed) await killHost(killed.host)
      await start()
    },
    stop: async () => {
      hosts[1]?.host.signal('SIGSTOP')
      await setTimeout(6000)
      hosts[1]?.host.signal('SIGCONT')
    },
    restartRedis: async () => {
      await redis.kill()
      await redis.restart(true)
    },
    emptyRedis: async () => {
      emptied++
      await redis.kill()
      await redis.restart()
    },
    replace: async () => {
      version++
      for (const { host, folders } of hosts) await replaceTimed(host, folders, makeVersion(version))
    },
    flap: async () => {
      for (let cuts = 0; cuts < 4; cuts++) {
        proxy.endAll('reset')
        await setTimeout(1000)
      }
    },
  }

  beforeAll(async () => {
    redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always'])
    for (let i = 0; i < hostCount; i++) await start()
    proxy = await createFaultProxy({ target: hosts[0]?.host.port ?? 0 }) // which is never killed
    const served = { ...makeVersion(1), logLevel: 'silent' } as const
    worker = await createWorker({ relay: `http://127.0.0.1:${proxy.port}`, id: 'w1', ...served })
    await worker.connected
  })
  afterAll(async () => {
    await worker.close()
    await proxy.close()
    await Promise.all(hosts.map(({ host }) => host.stop()))
    await redis.close()
  })

  it(
    'gives right bytes alone, soon, and loses no job that Redis had',
    async () => {
      let isOver = false
      const asking = Array.from({ length: askers }, async (_, i) => {
        while (!isOver) await (i % 3 === 0 ? runJob() : readData(i === 1 ? 'w1:timed' : 'timed'))
      })
      const until = performance.now() + minutes * 60_000
      do
        for (const [name, act] of Object.entries(acts)) {
          await act()
          count(`act ${name}`)
          await setTimeout(1500)
        }
      while (performance.now() < until)
      isOver = true
      await Promise.all(asking)
      if (minutes > 0) console.log(Object.fromEntries([...seen].sort()))
      expect([...new Set(faults)]).toEqual([])
      for (const what of ['timed', 'w1:timed', 'jobs']) expect(seen.get(what), what).toBeGreaterThan(10)
    },
    minutes * 60_000 + 2 * testMilliseconds,
  )
})
