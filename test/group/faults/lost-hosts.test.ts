/** Hosts that are killed or stopped at each stage of a run: what clients of the others get, and who computes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import type { Body } from '../../support/api.ts'
import { createFaultProxy } from '../../support/fault-proxy.ts'
import { listDescendants } from '../../support/list-descendants.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, listAlive, plain, readTag, replaceTimed, startGroupHost } from './fault-group.ts'

interface Call {
  /** `timed` when absent. */
  readonly name?: string
  readonly room: string
  readonly label: number
  readonly milliseconds?: number
  readonly count?: number
}

describe.skipIf(redisMissing !== undefined)('a group that loses a host', () => {
  const folders = makeTimed()
  let redis: TestRedis
  let survivor: BuiltHost
  let lonely: BuiltHost | undefined
  let left: { readonly held: string; readonly job: string; readonly answer: Promise<Response> }

  /** Asks for a call's result, and returns the tag of the run that made it. */
  const read = async (host: BuiltHost, call: Call): Promise<number> =>
    await readTag(await ask(host, call), call.label)
  const ask = async ({ api }: BuiltHost, { name = 'timed', room, ...params }: Call): Promise<Response> => {
    const query = new URLSearchParams({ room_id: room, params: JSON.stringify(params) })
    return await fetch(`${api.url}/api/specimens/${name}/data?${query}`, { headers: plain })
  }
  /** Has a call computed by whoever takes it, and returns the address of that host. */
  const computeAt = async (call: Call): Promise<string> => {
    await start(survivor, call)
    for (;;) {
      for (const key of await redis.client.keys('*:room:*')) {
        const [room, pointer] = await redis.client.hmget(key, 'room', 'pointer')
        const { address, bytes } = JSON.parse(pointer ?? '{}')
        if (room === call.room && bytes === 8 * (call.count ?? 2)) return address
      }
    }
  }
  const start = async ({ api }: BuiltHost, { name = 'timed', room, ...params }: Call): Promise<string> =>
    (await api.start(name, params, room)).job_id
  const view = async (jobId: string): Promise<Body> => await survivor.api.json(`/api/jobs/${jobId}/progress`)
  /** Resolves with the tags of all runs of a job that have begun, when there are so many. */
  const waitForTags = async (jobId: string, count: number): Promise<number[]> => {
    let tags: number[] = []
    await expect
      .poll(async () => {
        tags = toTags(await view(jobId))
        return tags.length
      })
      .toBeGreaterThanOrEqual(count)
    return tags
  }
  /** Resolves when a job has ended well, with the tag of its result and those of all its runs. */
  const finish = async (jobId: string, label: number) => {
    await expect.poll(async () => (await view(jobId)).status, { interval: 100 }).toBe('done')
    const response = await fetch(`${survivor.api.url}/api/jobs/${jobId}/result`, { headers: plain })
    return { tag: await readTag(response, label), begun: toTags(await view(jobId)) }
  }
  const startHost = async (places = 1) => await startGroupHost({ redis: redis.url, folders, places })

  beforeAll(async () => {
    redis = await startRedis()
    survivor = await startHost()
  })
  afterAll(async () => {
    await lonely?.stop()
    await survivor.stop()
    await redis.close()
  })

  // What it leaves is looked at by a later test.
  it('has what was asked for wait, when its function is nowhere any more', async () => {
    const rare = makeTimed('', { name: 'rare' })
    lonely = await startGroupHost({ redis: redis.url, folders: rare, places: 1 })
    const held = await start(lonely, { name: 'rare', room: 'held', label: 7, milliseconds: 15_000 })
    await waitForTags(held, 1)
    const job = await start(lonely, { name: 'rare', room: 'waits', label: 8 })
    const answer = ask(lonely, { name: 'rare', room: 'waits, too', label: 9 })
    answer.catch(() => {}) // looked at below
    await expect
      .poll(async () => {
        const [queue = ''] = await redis.client.keys('*:active')
        const toKey = (part: string) => queue.replace(/active$/, part)
        return (await redis.client.llen(toKey('wait'))) + (await redis.client.zcard(toKey('prioritized')))
      })
      .toBe(2)
    await replaceTimed(lonely, rare, makeTimed('', { name: 'other' }))
    left = { held, job, answer }
  })

  it('computes once more what its computing host had begun, and is not overwritten when that goes on', async () => {
    // One place each: each has one of the three runs.
    const [killed, stopped] = [await startHost(), await startHost()]
    const calls = [1, 2, 3].map((label) => ({ room: `begun ${label}`, label, milliseconds: 3000 }))
    const jobs = await Promise.all(calls.map((call) => start(survivor, call)))
    const first = await Promise.all(jobs.map(async (job) => (await waitForTags(job, 1))[0]))
    const children = listDescendants(stopped.pid)
    stopped.signal('SIGSTOP')
    const orphans = await killHost(killed)
    const ended = await Promise.all(jobs.map((job, i) => finish(job, calls[i]?.label ?? 0)))
    const again = ended.filter(({ begun }) => begun.length > 1)
    expect(again.length).toBeGreaterThan(0)
    for (const [i, { tag, begun }] of ended.entries()) {
      expect(begun[0]).toBe(first[i])
      expect(begun.length).toBeLessThanOrEqual(2)
      expect(tag).toBe(begun.at(-1))
    }
    stopped.signal('SIGCONT')
    await expect.poll(async () => await stopped.findHarm()).toBeUndefined()
    for (const [i, { tag }] of ended.entries()) {
      const call = calls[i]
      if (!call) continue
      expect(await read(stopped, call)).toBe(tag)
    }
    await stopped.stop() // with all that it still had to say
    for (const [i, { tag }] of ended.entries()) {
      const call = calls[i]
      if (call) expect(await read(survivor, call)).toBe(tag)
    }
    await expect.poll(() => listAlive([...orphans, ...children])).toEqual([])
  })

  it('goes on with the jobs of an asking host: queued, begun and published', async () => {
    const asking = await startHost()
    // Two places for three runs: two have begun, one is queued.
    const calls = [1, 2, 3].map((label) => ({ room: `asked ${label}`, label, milliseconds: 1000 }))
    const published = { room: 'asked 4', label: 4 }
    const made = await start(asking, published)
    const before = (await finish(made, 4)).tag
    const jobs = await Promise.all(calls.map((call) => start(asking, call)))
    await killHost(asking)
    for (const [i, job] of jobs.entries()) {
      const { begun } = await finish(job, calls[i]?.label ?? 0)
      expect(begun.length).toBeLessThanOrEqual(2) // what ran before it was taken over says nothing to it
    }
    // Its result may have lain at the host that was killed: it is computed once more then, for all.
    const after = await read(survivor, published)
    expect(await read(survivor, published)).toBe(after)
    const result = await fetch(`${survivor.api.url}/api/jobs/${made}/result`, { headers: plain })
    expect([before, after]).toContain(await readTag(result, 4))
  })

  it('leads a run at a host that waits when the one which has claimed it dies before it is queued', async () => {
    const proxy = await createFaultProxy({ target: Number(new URL(redis.url).port) })
    const claiming = await startGroupHost({ redis: `redis://127.0.0.1:${proxy.port}`, folders })
    const call = { room: 'claimed', label: 6 }
    const listFlights = async () => await redis.client.keys('*:flight:*')
    const others = await listFlights()
    proxy.setFaults('toClient', { bytesPerSecond: 0 }) // the claim arrives, but nothing comes of it
    const claimed = ask(claiming, call)
    claimed.catch(() => {}) // its host is killed
    let flight: string | undefined
    await expect
      .poll(async () => {
        flight = (await listFlights()).find((key) => !others.includes(key))
        return flight
      })
      .toBeDefined()
    await killHost(claiming)
    const waiting = read(survivor, call)
    const listWaiters = async () =>
      (await redis.client.hkeys(flight ?? '')).filter((name) => name.startsWith('host:'))
    await expect.poll(async () => (await listWaiters()).length).toBe(2)
    expect(await read(survivor, call)).toBe(await waiting)
    await expect(claimed).rejects.toThrow(TypeError)
    await proxy.close()
  })

  it('cuts off what an owner was sending, and computes it again', async () => {
    const owner = await startHost()
    let call = { room: '', label: 5, count: 2 ** 21 }
    do call = { ...call, room: `${call.room}x` }
    while ((await computeAt(call)) !== owner.api.url)
    const before = await read(owner, call)
    const response = await ask(survivor, call)
    owner.signal('SIGKILL')
    const got = await readTag(response, 5).catch((error) => {
      if (error instanceof TypeError) return 'cut off' // as fetch says it
      throw error
    })
    expect([before, 'cut off']).toContain(got)
    await owner.stop()
    const after = await read(survivor, call)
    if (got === 'cut off') expect(after).not.toBe(before)
    expect(await read(survivor, call)).toBe(after)
  })

  it('refuses what waits for a function that all hosts have removed, and ends what had begun', async () => {
    const { held, job, answer } = left
    expect((await finish(held, 7)).begun).toHaveLength(1)
    await expect.poll(async () => (await view(job)).status, { interval: 100 }).toBe('error')
    expect((await view(job)).error).toContain('has been removed from all hosts')
    const refused = await answer
    expect([refused.status, (await refused.json()).code]).toEqual([404, 'function.unknown'])
  })

  it('refuses what has waited for 12 s for a function whose only host is lost', async () => {
    const scarce = makeTimed('', { name: 'scarce' })
    const only = await startGroupHost({ redis: redis.url, folders: scarce, places: 1 })
    await expect.poll(async () => (await survivor.api.get('/api/specimens/scarce')).status).toBe(200)
    const call = { name: 'scarce', room: 'lost', label: 10, milliseconds: 60_000 }
    const job = await start(survivor, call)
    await waitForTags(job, 1)
    const answer = ask(survivor, call)
    await killHost(only)
    const { status, headers } = await answer
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
    expect((await view(job)).error).toContain('No host has had this version')
  })
})

function toTags({ messages }: Body): number[] {
  return messages.flatMap(({ text }: Body) => (text.startsWith('begun ') ? [Number(text.slice(6))] : []))
}
