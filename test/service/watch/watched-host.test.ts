/** What a host tells those who look after it: readiness, metrics, timings, log lines, request ids. */
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, createApi, expectProblem } from '../../support/api.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { parseMetrics } from './parse-metrics.ts'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('NOT TESTED: metrics by promtool, which is not installed here.')

const adminToken = 'a-token-that-nobody-logs'

interface Line {
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

let folder: string
let host: Host
let api: Api
let texts: string[]
const authorization = { authorization: `Bearer ${adminToken}` }
const readLines = (): Line[] => texts.map((text) => JSON.parse(text))
const readMetrics = async () => parseMetrics(await (await api.get('/metrics', authorization)).text())
/** The line of a request or run comes when its answer has been sent, a moment after it was read. */
const findLine = async (fields: object): Promise<Line> => {
  const find = () =>
    readLines().find((line) => Object.entries(fields).every(([name, value]) => line[name] === value))
  await expect.poll(find).toBeDefined()
  const found = find()
  if (!found) throw new Error('the line has gone')
  return found
}

beforeAll(async () => {
  const probe = makeProbe()
  folder = probe.folder
  texts = []
  const { plugins, specimens } = probe
  const logDestination = { write: (text: string) => void texts.push(text) }
  host = await createHost({ plugins, specimens, port: 0, poolSize: 1, token: adminToken, logDestination })
  api = createApi(await host.listen())
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true })
})

describe('/livez and /readyz', () => {
  it('are open, and ready is who has passed a trial run', async () => {
    const alive = await api.get('/livez')
    expect([alive.status, await alive.text()]).toEqual([200, 'alive\n'])
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(200)
    const { status, checks } = await api.json('/readyz')
    expect([status, checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])]).toEqual([
      'ready',
      [
        ['folders', true],
        ['pool', true],
        ['canary', true],
        ['stopping', true],
      ],
    ])
  })

  it('says in words what is missing', async () => {
    const probe = makeProbe()
    const { plugins, specimens } = probe
    vi.stubEnv('PATH', probe.folder) // in which there is no program to start a process with
    const other = await createHost({ plugins, specimens, port: 0, logLevel: 'silent' })
    try {
      await rm(probe.folder, { recursive: true })
      const ask = async (): Promise<(string | null)[]> => {
        const answer = await other.inject('/readyz')
        expect(answer.statusCode).toBe(503)
        const { status, checks } = answer.json()
        expect(status).toBe('not ready')
        return checks.map(({ detail }: { detail: string | null }) => detail)
      }
      await expect
        .poll(ask)
        .toEqual([
          'A folder that this host serves cannot be read; look at --plugins and --specimens.',
          'No process for plugins is running.',
          expect.stringMatching(/trial run/),
          null,
        ])
    } finally {
      vi.unstubAllEnvs()
      await other.close()
    }
  })
})

it('names the client whose token was refused, in the line of its request', async () => {
  const answer = await api.get('/api/specimens/', { authorization: 'Bearer guessed' })
  expect(answer.status).toBe(401)
  const line = await findLine({ request: answer.headers.get('x-request-id') })
  expect(line).toMatchObject({ status: 401, caller: 'nobody', client: 'this machine' })
  expect(JSON.stringify(line)).not.toContain('guessed')
  const other = await api.get('/docs')
  expect(other.status).toBe(200)
  expect((await findLine({ request: other.headers.get('x-request-id') })).client).toBeUndefined()
})

describe('/metrics', () => {
  it.runIf(hasPromtool)('is as Prometheus wants it, by its own tool', async () => {
    const input = await (await api.get('/metrics', authorization)).text()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    })
    expect([status, `${stdout}${stderr}`]).toEqual([0, ''])
  })

  it('is for admins', async () => {
    await expectProblem(await api.get('/metrics'), 401, 'token.missing')
    expect((await api.get('/metrics', authorization)).headers.get('content-type')).toBe(
      'text/plain; version=0.0.4; charset=utf-8',
    )
  })

  it('counts requests by route and status, never by address', async () => {
    for (const path of ['/api/specimens/tetra', '/api/specimens/rock', '/api/specimens/no-such-id'])
      await api.get(path, authorization)
    await api.get('/nowhere/at/all', authorization)
    await api.get('/api/jobs/no-such-job/progress', authorization)
    await expect
      .poll(async () => {
        const { values } = await readMetrics()
        const count = (route: string, status: number, method = 'GET') =>
          values.get(
            `specimen_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
          )
        return [
          count('/api/specimens/:specimen_id', 200),
          count('/api/specimens/:specimen_id', 404),
          count('unmatched', 404, 'any'),
          count('/api/jobs/:job_id/progress', 404),
        ]
      })
      .toEqual([2, 1, 1, 1])
    const text = await (await api.get('/metrics', authorization)).text()
    expect(text).not.toMatch(/no-such|nowhere/)
  })

  it('counts runs by function and outcome, lookups, crashes, and time to cancel', async () => {
    const data = async (id: string, params: object) => {
      const query = new URLSearchParams({ params: JSON.stringify(params), room_id: 'm' })
      return await api.get(`/api/specimens/${id}/data?${query}`, authorization)
    }
    const before = (await readMetrics()).values
    const tetra = { size: 3 }
    for (const _ of [1, 2]) expect((await data('tetra', tetra)).status).toBe(200)
    expect((await data('failing', { how: 'throw' })).status).toBe(500)
    expect((await data('failing', { how: 'exit' })).status).toBe(500)
    const started = await api.post('/api/specimens/endless/start', { room_id: 'm' }, authorization)
    const { job_id: job } = await started.json()
    expect(
      (await fetch(`${api.url}/api/jobs/${job}`, { method: 'DELETE', headers: authorization })).status,
    ).toBe(204)
    const grown = async (series: string) =>
      ((await readMetrics()).values.get(series) ?? 0) - (before.get(series) ?? 0)
    await expect.poll(() => grown('specimen_cancel_seconds_count')).toBe(1)
    const series = [
      'specimen_runs_total{function="tetra",outcome="done"}',
      'specimen_runs_total{function="failing",outcome="function.failed"}',
      'specimen_runs_total{function="endless",outcome="run.cancelled"}',
      'specimen_cache_lookups_total{result="hit"}',
      'specimen_cache_lookups_total{result="miss"}',
      'specimen_pool_crashes_total',
    ]
    expect(await Promise.all(series.map(grown))).toEqual([1, 2, 1, 1, 4, 1])
    const { values } = await readMetrics()
    expect(values.get('specimen_pool_places')).toBe(1)
    expect(values.get('specimen_cache_entries')).toBeGreaterThan(0)
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })
})

describe('an answer with data', () => {
  it('says what its time went on', async () => {
    const query = new URLSearchParams({ params: '{"size":7}', room_id: 't' })
    const ask = () => api.get(`/api/specimens/tetra/data?${query}`, authorization)
    expect((await ask()).headers.get('server-timing')).toMatch(
      /^cache;desc=miss, queue;dur=[\d.]+, compute;dur=[\d.]+, encode;dur=[\d.]+$/,
    )
    expect((await ask()).headers.get('server-timing')).toMatch(/^cache;desc=hit, encode;dur=[\d.]+$/)
  })
})

describe('the log', () => {
  it('has one line a request and one a run, with the ids that the client was told', async () => {
    const query = new URLSearchParams({ params: '{"size":9}', room_id: 'l' })
    const headers = { ...authorization, 'x-request-id': 'mine-1' }
    const answer = await api.get(`/api/specimens/tetra/data?${query}`, headers)
    const { byteLength } = await answer.arrayBuffer()
    expect(answer.headers.get('x-request-id')).toBe('mine-1')
    const request = await findLine({ msg: 'request', request: 'mine-1' })
    const run = await findLine({ msg: 'run ended', request: 'mine-1' })
    expect(request).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/api/specimens/:specimen_id/data',
      status: 200,
      caller: 'token',
      room: 'l',
      function: 'tetra',
      cache: 'miss',
      run: run.run,
    })
    expect(request.bytes).toBeGreaterThan(byteLength)
    expect(run).toMatchObject({ level: 30, room: 'l', function: 'tetra', outcome: 'done' })
    expect(run.bytes).toBeGreaterThan(50)
    expect(
      readLines()
        .filter((line) => line.request === 'mine-1')
        .map(({ msg }) => msg),
    ).toEqual(['cache miss', 'run ended', 'request'])
  })

  it('names the job of a request that starts or cancels one', async () => {
    const headers = { ...authorization, 'x-request-id': 'job-1' }
    const started = await api.post('/api/specimens/endless/start', { room_id: 'j' }, headers)
    const { job_id: job } = await started.json()
    await fetch(`${api.url}/api/jobs/${job}`, { method: 'DELETE', headers: { ...authorization } })
    expect(await findLine({ msg: 'request', request: 'job-1' })).toMatchObject({ job, function: 'endless' })
    expect(await findLine({ msg: 'run ended', request: 'job-1' })).toMatchObject({ outcome: 'run.cancelled' })
    expect(await findLine({ msg: 'request', method: 'DELETE', job })).toMatchObject({ status: 204 })
  })

  it('takes the trace of a client as the id, and an own one for what is not well-formed', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const traceparent = `00-${trace}-b7ad6b7169203331-01`
    const ask = async (headers: { readonly [name: string]: string }) =>
      (await api.get('/livez', headers)).headers.get('x-request-id')
    expect(await ask({ traceparent })).toBe(trace)
    for (const id of ['a b', '<script>', 'x'.repeat(65), '"', 'ü'])
      expect(await ask({ 'x-request-id': Buffer.from(id).toString('latin1') })).toMatch(
        /^[0-9a-f]{12}-[0-9a-z]+$/,
      )
  })

  it('says nothing of polls, probes and tokens', async () => {
    await api.get('/api/jobs/no-such-job/progress', authorization)
    await api.get('/livez')
    await api.get('/api/specimens/?token=secret-in-the-address', authorization)
    await findLine({ msg: 'request', route: '/api/specimens/' })
    const all = texts.join('')
    expect(all).not.toContain(adminToken)
    expect(all).not.toContain('secret-in-the-address')
    expect(
      readLines().filter(({ route }) => route === '/livez' || route === '/api/jobs/:job_id/progress'),
    ).toEqual([])
  })

  it('has the start, reloads and the end', async () => {
    expect(readLines().find(({ msg }) => msg === 'started')).toMatchObject({ address: api.url })
    const read = readLines().find(({ msg }) => msg === 'bundles and specimens were read')
    expect(read?.changes).toMatchObject({ bundles: { came: ['probe'] } })
    await host.close('the test')
    expect(
      readLines()
        .slice(-2)
        .map(({ msg }) => msg),
    ).toEqual(['stopping', 'stopped'])
  })
})

describe('every line about a run', () => {
  it('names its request and its run, however it goes', async () => {
    const probe = makeProbe()
    const lines: Line[] = []
    const { plugins, specimens } = probe
    const other = await createHost({
      plugins,
      specimens,
      port: 0,
      poolSize: 1,
      runTimeout: 2,
      logLevel: 'debug',
      logDestination: { write: (text: string) => void lines.push(JSON.parse(text)) },
    })
    other.registerFunction('throws', () => Promise.reject(new Error('in code')), { returns: 'mesh' })
    try {
      const there = createApi(await other.listen())
      const statusOf = async (id: string, params: object) => {
        const query = new URLSearchParams({ params: JSON.stringify(params), room_id: 'm' })
        return (await there.get(`/api/specimens/${id}/data?${query}`)).status
      }
      const job = async (id: string, params: object) =>
        (await (await there.post(`/api/specimens/${id}/start`, { params, room_id: 'm' })).json()).job_id
      expect(await statusOf('tetra', { size: 3 })).toBe(200)
      expect(await statusOf('tetra', { size: 3 })).toBe(200) // a hit
      expect(await statusOf('tetra', { size: 'no' })).toBe(422)
      expect(await statusOf('failing', { how: 'throw' })).toBe(500)
      expect(await statusOf('failing', { how: 'exit' })).toBe(500)
      expect(await statusOf('throws', {})).toBe(500)
      const failed = await job('failing', { how: 'throw' })
      const cancelled = await job('endless', {})
      await fetch(`${there.url}/api/jobs/${cancelled}`, { method: 'DELETE' })
      const overrun = await job('endless', {})
      const settled = async () => (await there.json(`/api/jobs/${overrun}/progress`)).status
      await expect.poll(settled).toBe('error')
      const outcomes = () => lines.filter(({ msg }) => msg === 'run ended').map(({ outcome }) => outcome)
      const wanted = ['done', 'run.cancelled', ...Array(5).fill('function.failed')]
      await expect.poll(() => outcomes().sort()).toEqual(wanted.sort())
      const about = () => lines.filter((line) => line.room !== undefined || line.function !== undefined)
      await expect.poll(() => about().filter(({ msg }) => msg === 'job failed').length).toBe(2)
      expect(
        about()
          .filter(({ msg }) => msg === 'job failed')
          .some((line) => line.job === failed),
      ).toBe(true)
      const unnamed = about().filter(
        ({ request, run, cache, status }) =>
          request === undefined || (run === undefined && cache !== 'hit' && status !== 422),
      )
      expect(unnamed).toEqual([])
      const ids = new Map(about().map(({ run, request }) => [run, request]))
      for (const { run, request, msg } of about())
        if (run !== undefined && msg !== 'request') expect(ids.get(run), msg).toBe(request)
    } finally {
      await other.close()
    }
  })
})
