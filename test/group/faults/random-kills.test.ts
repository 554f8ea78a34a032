/**
 * Random requests to random hosts of a group, while hosts are killed and others start: every request ends with
 * a right answer or a declared error, every job ends, and nothing of the dead stays.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { type ApiDocument, readApiDocument } from '../../support/api-document.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, listAlive, plain, readTag, startGroupHost } from './fault-group.ts'

/** Others are tried with `FAULTS_SEED=… FAULTS_RUNS=2000`. */
const { FAULTS_SEED = '8', FAULTS_RUNS = '100' } = process.env
const hostCount = 3
/** Requests between two kills. */
const killEvery = 50
/** Requests under way at a time. */
const askers = 6
/** What a host answers that cannot now, or whose result was lost while it was read. */
const passing = ['host.busy', 'group.away', 'result.lost', 'worker.lost']

interface Step {
  readonly kind: 'start' | 'poll' | 'result' | 'data' | 'cancel' | 'clear'
  readonly host: number
  readonly room: number
  readonly label: number
  readonly milliseconds: number
  readonly job: number
}

const steps = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    'start',
    'start',
    'start',
    'data',
    'data',
    'poll',
    'result',
    'cancel',
    'clear',
  ),
  host: fc.nat(),
  room: fc.nat(5),
  label: fc.nat(3),
  milliseconds: fc.constantFrom(0, 0, 20, 300),
  job: fc.nat(),
})

interface StartedJob {
  readonly id: string
  readonly label: number
  isCancelled: boolean
}

describe.skipIf(redisMissing !== undefined)('a group whose hosts are killed', () => {
  const folders = makeTimed()
  let redis: TestRedis
  let hosts: BuiltHost[] = []
  let document: ApiDocument
  const jobs: StartedJob[] = []
  const orphans: number[] = []
  const seen = new Map<string, number>()

  const start = async () => await startGroupHost({ redis: redis.url, folders })
  const at = (number: number) => hosts[number % hosts.length] as BuiltHost // there is always one

  /** Asks a host, and the next where that one has died; returns undefined when the answer was an error. */
  const ask = async (
    operation: string,
    host: number,
    send: (url: string) => Promise<Response>,
    expected: readonly string[] = [],
  ): Promise<Response | undefined> => {
    for (let turn = host; ; turn++) {
      const { api, pid } = at(turn)
      try {
        const response = await send(api.url)
        const body = await response.arrayBuffer()
        const copy = new Response(body.byteLength > 0 ? body : null, response)
        count(`${operation} ${copy.status}`)
        expect(await document.check(operation, copy.clone())).toEqual([])
        if (copy.ok) return copy
        const { code, detail } = await copy.json()
        expect([...passing, ...expected], detail).toContain(code)
        return undefined
      } catch (error) {
        if (!(error instanceof TypeError)) throw error // only fetch's own: the connection was lost
        count('cut off')
        if (turn > host + 20) throw new Error(`host ${pid} answers nothing`, { cause: error })
      }
    }
  }
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)

  const perform = async ({ kind, host, room, label, milliseconds, job }: Step): Promise<void> => {
    const known = jobs[job % Math.max(1, jobs.length)]
    const call = { room_id: `room ${room}`, params: { label, milliseconds } }
    if (kind === 'start') {
      const headers = { 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(call) }
      const response = await ask('startJob', host, (url) => fetch(`${url}/api/specimens/timed/start`, sent))
      if (response) jobs.push({ id: (await response.json()).job_id, label, isCancelled: false })
    } else if (kind === 'data') {
      const query = new URLSearchParams({ room_id: call.room_id, params: JSON.stringify(call.params) })
      const response = await ask('getData', host, (url) =>
        fetch(`${url}/api/specimens/timed/data?${query}`, { headers: plain }),
      )
      if (response) await readTag(response, label)
    } else if (kind === 'clear') {
      await ask('clearCache', host, (url) => fetch(`${url}/api/processing/cache/clear`, { method: 'POST' }))
    } else if (known) await performOn(known, kind, host)
  }
  const performOn = async (job: StartedJob, kind: Step['kind'], host: number): Promise<void> => {
    const address = `/api/jobs/${job.id}`
    if (kind === 'cancel') {
      job.isCancelled = true
      await ask('cancelJob', host, (url) => fetch(url + address, { method: 'DELETE' }))
    } else if (kind === 'poll') {
      await ask('readProgress', host, (url) => fetch(`${url}${address}/progress`))
    } else {
      const ended = ['job.running', 'job.failed']
      const response = await ask(
        'readResult',
        host,
        (url) => fetch(`${url}${address}/result`, { headers: plain }),
        ended,
      )
      if (response) await readTag(response, job.label)
    }
  }
  const kill = async (number: number): Promise<void> => {
    const index = number % hosts.length
    const [killed] = hosts.splice(index, 1)
    if (killed) orphans.push(...(await killHost(killed)))
    hosts.push(await start())
  }

  beforeAll(async () => {
    redis = await startRedis()
    hosts = await Promise.all(Array.from({ length: hostCount }, start))
    document = await readApiDocument(at(0).api)
  })
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await redis.close()
  })

  it('answers rightly or with a declared error, ends every job, and leaves nothing', async () => {
    const given = fc.sample(steps, { seed: Number(FAULTS_SEED), numRuns: Number(FAULTS_RUNS) })
    let next = 0
    let killing = Promise.resolve()
    const askOn = async (): Promise<void> => {
      for (let step = given[next]; step; step = given[next]) {
        const { host } = step
        if (++next % killEvery === killEvery / 2) killing = killing.then(() => kill(host))
        await perform(step)
      }
    }
    await Promise.all(Array.from({ length: askers }, askOn))
    await killing
    const ends = await Promise.all(
      jobs.map(async (job, i) => {
        let view = { status: 'running', error: '' }
        await expect
          .poll(
            async () => {
              const response = await ask('readProgress', i, (url) =>
                fetch(`${url}/api/jobs/${job.id}/progress`),
              )
              view = (await response?.json()) ?? view
              return view.status
            },
            { interval: 200 },
          )
          .not.toBe('running')
        return { ...view, job }
      }),
    )
    for (const { status, error, job } of ends) {
      count(`job ${status} ${error ?? ''}`)
      if (status === 'error')
        expect([...(job.isCancelled ? ['cancelled'] : [])].includes(error) || /lost/.test(error), error).toBe(
          true,
        )
    }
    await expect.poll(() => listAlive(orphans)).toEqual([])
    await expect.poll(() => redis.findLasting()).toEqual([])
    // The room of the witness may have ended with the host that had it, and is filled anew by the first who asks.
    for (const host of hosts)
      expect(await host.findHarm()).toBeOneOf([undefined, 'the witness answers 200 desc=miss'])
    if (process.env.FAULTS_RUNS) console.log(Object.fromEntries([...seen].sort()))
  })
})
