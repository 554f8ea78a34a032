/** Hosts of a group of which some lack a bundle, or have an older version: any of them answers any request. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, plain, readTag, replaceTimed, startGroupHost } from './fault-group.ts'

type Folders = ReturnType<typeof makeTimed>

/** The bundle of a version, whose results end with its number. */
const makeVersion = (version: number): Folders => makeTimed('', { tag: String(version) })

const readData = async ({ api }: BuiltHost, label: number, milliseconds = 0): Promise<number> => {
  const query = new URLSearchParams({ room_id: 'lab', params: JSON.stringify({ label, milliseconds }) })
  return await readTag(await fetch(`${api.url}/api/specimens/timed/data?${query}`, { headers: plain }), label)
}
const readText = async ({ api }: BuiltHost, path: string): Promise<string> => {
  const answer = await api.get(path)
  return `${answer.status} ${await answer.text()}`
}

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  let hosts: BuiltHost[]

  const start = async (folders: Folders): Promise<BuiltHost> => {
    const host = await startGroupHost({ redis: redis.url, folders })
    hosts.push(host)
    return host
  }

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await redis.close()
  })

  it('answers at a host without the bundle: catalogs, calls, jobs and files', async () => {
    const lacking = { plugins: join(makeVersion(1).specimens, 'none'), specimens: makeVersion(1).specimens }
    const rock = join(lacking.specimens, 'rock')
    mkdirSync(lacking.plugins, { recursive: true })
    mkdirSync(rock, { recursive: true })
    writeFileSync(join(rock, 'specimen.json'), JSON.stringify({ type: 'mesh', data_file: 'rock.stl' }))
    writeFileSync(join(rock, 'rock.stl'), 'a stone')
    const [one, , without] = [await start(makeVersion(1)), await start(makeVersion(1)), await start(lacking)]
    const paths = [
      ...['/api/specimens/', '/api/specimens/timed', '/api/specimens/rock', '/api/processing/functions'],
      ...['/api/processing/functions/timed/schema', '/api/specimens/timed/thumbnail'],
      '/api/specimens/rock/data',
    ]
    for (const path of paths)
      await expect
        .poll(async () => await Promise.all(hosts.map(async (host) => await readText(host, path))))
        .toEqual([1, 2, 3].map(() => expect.stringMatching(/^200/)))
    for (const path of paths) {
      const [first, ...others] = await Promise.all(hosts.map(async (host) => await readText(host, path)))
      expect(others).toEqual([first, first])
    }
    expect(await readText(one, '/api/specimens/rock/data')).toBe('200 a stone')
    expect(await readData(without, 4)).toBe(1)
    const call = { function_name: 'timed', kwargs: { label: 5 }, room_id: 'lab' }
    expect((await without.api.post('/api/processing/invoke', call)).status).toBe(200)
    const { job_id } = await without.api.start('timed', { label: 6 }, 'lab')
    expect((await one.api.settle(job_id)).status).toBe('done')
    await readTag(await fetch(`${without.api.url}/api/jobs/${job_id}/result`, { headers: plain }), 6)
    const refused = await without.api.start('timed', { label: 'six' }, 'lab').catch((error) => String(error))
    expect(refused).toContain('422')
  })

  it('has a reload at all hosts when it is answered, and a removed function at none', async () => {
    const folders = [makeVersion(1), makeVersion(1), makeVersion(1)]
    for (const each of folders) await start(each)
    const call = { function_name: 'timed', kwargs: { label: 1 }, room_id: 'lab' }
    const ask = async () =>
      await Promise.all(
        hosts.flatMap(({ api }) => [
          api.post('/api/processing/invoke', call).then(({ status }) => status),
          api.get('/api/processing/functions/timed/schema').then(({ status }) => status),
        ]),
      )
    const reload = async ({ api }: BuiltHost): Promise<number> =>
      (await api.post('/api/specimens/reload')).status
    for (let round = 0; round < 5; round++) {
      for (const [i, host] of hosts.entries()) {
        const { plugins } = folders[i] ?? makeVersion(1)
        rmSync(join(plugins, 'timed'), { recursive: true })
        expect(await reload(host)).toBe(200)
        // As long as one host has it, all do.
        expect(await ask()).toEqual(Array(6).fill(i < 2 ? 200 : 404))
      }
      for (const [i, host] of hosts.entries()) {
        const own = folders[i]
        if (own) await replaceTimed(host, own, makeVersion(1))
        expect(await ask()).toEqual(Array(6).fill(200))
      }
    }
  })

  it('answers a reload while another host is silent', async () => {
    const [one, other] = [await start(makeVersion(1)), await start(makeVersion(1))]
    other.signal('SIGSTOP')
    const reloaded = await fetch(`${one.api.url}/api/specimens/reload`, { method: 'POST' })
    expect(reloaded.status).toBe(200)
    other.signal('SIGCONT')
  })

  it('keeps a room to the newest version while its hosts are replaced one by one', async () => {
    const folders = [makeVersion(1), makeVersion(1), makeVersion(1)]
    for (const each of folders) await start(each)
    const seen: number[] = []
    let isOver = false
    const asking = (async () => {
      for (let turn = 0; !isOver; turn++) {
        const host = hosts[turn % hosts.length]
        if (host) seen.push(await readData(host, 7))
      }
    })()
    for (const [i, host] of hosts.entries()) {
      const own = folders[i]
      if (own) await replaceTimed(host, own, makeVersion(2))
      const counted = seen.length
      await expect.poll(() => seen.length).toBeGreaterThan(counted + 6)
      for (const each of hosts) await expect.poll(async () => await readData(each, 100 + i)).toBe(2)
    }
    isOver = true
    await asking
    expect(seen).toEqual([...seen].sort())
    expect([seen[0], seen.at(-1)]).toEqual([1, 2])
  })

  it('computes by the former version again when the only host of the newer one dies, and refuses nothing', async () => {
    const [one, other] = [await start(makeVersion(1)), await start(makeVersion(1))]
    const newer = await start(makeVersion(2))
    for (const host of [one, other]) await expect.poll(async () => await readData(host, 1)).toBe(2)
    const jobs = await Promise.all(
      [one, other, one].map(
        async ({ api }, i) => await api.start('timed', { label: 20 + i, milliseconds: 3000 }, `r${i}`),
      ),
    )
    const waiting = [one, other, one].map(async (host, i) => await readData(host, 10 + i, 3000))
    const readTexts = async () =>
      await Promise.all(
        jobs.map(async ({ job_id }) => (await one.api.json(`/api/jobs/${job_id}/progress`)).messages),
      )
    await expect.poll(async () => (await readTexts()).flat().length).toBeGreaterThan(0)
    await killHost(newer)
    const answers = await Promise.all(waiting)
    for (const answer of answers) expect(answer).toBeOneOf([1, 2])
    for (const { job_id } of jobs) expect((await one.api.settle(job_id)).status).toBe('done')
    for (const host of [one, other]) await expect.poll(async () => await readData(host, 3)).toBe(1)
  })
})
