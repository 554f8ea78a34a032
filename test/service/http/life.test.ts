/**
 * The life of a host: expiry by its own settings, clients that leave, overload, and a clean end within a
 * deadline.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import type { HostOptions } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { type Api, type Body, expectProblem } from '../../support/api.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()
let api: Api
const start = async (options: HostOptions = {}) => {
  api = await used.start(options)
}
const calls = async (room: string) => (await api.data('tetra', {}, room)).data.readFloatLE(44)
/** Waits until `isTrue`; the test's own timeout is the limit. */
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('forgets results and jobs after the configured times [limit.ttl] [rooms.5] [job.swept]', async () => {
  await start({ cacheTtl: 0.05, jobTtl: 0.05 })
  const first = await calls('a')
  await until(async () => (await api.json('/api/processing/cache/stats')).total_entries === 0)
  expect(await calls('a')).not.toBe(first)
  const { job_id } = await api.start('labels', {}, 'b')
  await until(async () => (await api.get(`/api/jobs/${job_id}/progress`)).status === 404)
})

it('answers a re-request from the cache after its job was swept [rooms.10]', async () => {
  await start({ jobTtl: 0.05 })
  const { job_id } = await api.start('tetra', {}, 'a')
  await until(async () => (await api.get(`/api/jobs/${job_id}/progress`)).status === 404)
  expect((await api.start('tetra', {}, 'a')).status).toBe('done')
})

it('stops a run that takes longer than allowed, names the flag, and goes on', async () => {
  await start({ runTimeout: 2 })
  const problem = await expectProblem(await api.get('/api/specimens/endless/data'), 500, 'function.failed')
  expect(problem.detail).toContain('--run-timeout')
  // The start of its process counts: on a busy machine a run may be late as well.
  await until(async () => (await api.get('/api/specimens/tetra/data?room_id=b')).status === 200)
})

it('stops the run of a client that leaves', async () => {
  await start({ poolSize: 1 })
  const leaving = new AbortController()
  const gone = fetch(`${api.url}/api/specimens/endless/data`, { signal: leaving.signal }).catch(
    (error: Error) => error.name,
  )
  const { job_id } = await api.start('endless', {})
  await until(async () => (await api.json(`/api/jobs/${job_id}/progress`)).messages.length > 0)
  leaving.abort()
  expect(await gone).toBe('AbortError')
  expect((await api.json(`/api/jobs/${job_id}/progress`)).status).toBe('running')
  await api.cancel(job_id)
  // With one place in the pool, this answers only because the run is gone.
  expect(await calls('c')).toBeGreaterThan(0)
})

it('stops the runs of a client that has sent several requests ahead and leaves', async () => {
  await start({ poolSize: 2 })
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  const paths = ['a', 'b'].map((room) => `/api/specimens/endless/data?room_id=${room}`)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
  // A job that joins a room's run is told of its messages, and so of its start.
  const jobs = await Promise.all(
    ['a', 'b'].map(async (room) => (await api.start('endless', {}, room)).job_id),
  )
  for (const job of jobs)
    await until(async () => (await api.json(`/api/jobs/${job}/progress`)).messages.length > 0)
  socket.destroy()
  for (const job of jobs) await api.cancel(job)
  // Both places are free again, for each of these takes one for good.
  const next = await Promise.all(
    ['c', 'd'].map(async (room) => (await api.start('endless', {}, room)).job_id),
  )
  for (const job of next)
    await until(async () => (await api.json(`/api/jobs/${job}/progress`)).messages.length > 0)
  // The end of the host would wait for them.
  for (const job of next) await api.cancel(job)
})

it('answers 503 with Retry-After when pool and queue are full, and recovers', async () => {
  await start({ poolSize: 1, queueSize: 0 })
  const { job_id } = await api.start('endless', {}, 'a')
  await until(async () => (await api.json(`/api/jobs/${job_id}/progress`)).messages.length > 0)
  const refused = await api.get('/api/specimens/labels/data?room_id=b')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectProblem(refused, 503, 'host.busy')
  await api.cancel(job_id)
  await until(async () => (await api.get('/api/specimens/labels/data?room_id=b')).status === 200)
})

it('may call the envelope something else, and still knows it by its own name', async () => {
  await start({ envelopeMediaType: 'application/x-deployed' })
  const types = ['*/*', 'application/x-deployed', 'application/x-service-envelope-v1'].map(async (accept) => {
    return (await api.get('/api/specimens/cloud/data', { accept })).headers.get('content-type')
  })
  expect(await Promise.all(types)).toEqual([
    'application/json',
    'application/x-deployed',
    'application/x-deployed',
  ])
  expect((await api.get('/api/specimens/tetra/data')).headers.get('content-type')).toBe(
    'application/x-deployed',
  )
})

it('refuses a result above the limit by name', async () => {
  await start({ resultBytes: 2 ** 20 })
  expect((await api.get('/api/specimens/big/data')).status).toBe(200)
  const problem = await expectProblem(
    await api.post('/api/specimens/big/data', { params: { mebibytes: 2 } }),
    500,
    'function.failed',
  )
  expect(problem.detail).toMatch(/2097152|2 MiB/)
})

it('streams a large result as JSON while progress is polled [jobs.4]', async () => {
  await start()
  const { job_id } = await api.start('big', { mebibytes: 24 }, 'big')
  expect((await api.settle(job_id)).status).toBe('done')
  const response = await api.get(`/api/jobs/${job_id}/result`)
  const volume: Body = await response.json()
  const bytes = Buffer.from(volume.data, 'base64')
  expect([bytes.length, bytes[4096], bytes[4096 * 300]]).toEqual([24 * 2 ** 20, 1, 300 % 256])
})

it('logs each reload with its counts, its time and its problems, and its own end', async () => {
  const lines: Body[] = []
  const logDestination = new Writable({
    write: (line, _encoding, done) => {
      const said = JSON.parse(line)
      if (!('enclosure' in said)) lines.push(said) // of the walls, which are found in their own time
      done()
    },
  })
  await start({ logLevel: 'info', logDestination, specimens: 'no-such-folder' })
  lines.length = 0
  await api.get('/api/specimens/reload')
  const [summary, problem, ...more] = lines
  expect(summary).toMatchObject({
    level: 30,
    functions: 10,
    bundles: 1,
    problems: 1,
    milliseconds: expect.any(Number),
  })
  expect(problem).toMatchObject({
    level: 40,
    source: 'no-such-folder',
    code: 'file.missing',
    err: { code: 'ENOENT' },
  })
  expect(more).toMatchObject([{ level: 30, msg: 'request', route: '/api/specimens/reload', status: 200 }])
  await used.host.close('SIGTERM received')
  expect(lines.slice(3)).toMatchObject([{ msg: 'stopping', reason: 'SIGTERM received' }, { msg: 'stopped' }])
})

describe('the end', () => {
  it('waits for answers in flight, refuses new ones, and does not wait for idle clients', async () => {
    await start({ drainTimeout: 3600 })
    const agent = new Agent({ keepAlive: true })
    const idle = request(`${api.url}/api/specimens/`, { agent }).end()
    const [response] = await once(idle, 'response')
    response.resume()
    await once(response, 'end')
    const slow = api.get('/api/specimens/big/data?params={"mebibytes":64}')
    const { job_id } = await api.start('chatty', { messages: 1 }, 'x')
    await api.settle(job_id)
    const closed = used.host.close()
    expect((await (await slow).arrayBuffer()).byteLength).toBeGreaterThan(64 * 2 ** 20)
    await closed
    await expect(api.get('/api/specimens/')).rejects.toThrow()
    agent.destroy()
  })

  it('cuts off what does not end by the deadline', async () => {
    await start({ drainTimeout: 0.05 })
    const hanging = api.get('/api/specimens/endless/data').then(
      (response) => response.status,
      () => 'cut',
    )
    const { job_id } = await api.start('endless', { label: 'two' }, 'x')
    await until(async () => (await api.json(`/api/jobs/${job_id}/progress`)).messages.length > 0)
    await used.host.close()
    expect(['cut', 503]).toContain(await hanging)
  })

  it('does not wait for connections on which nothing was ever sent, as browsers open them', async () => {
    await start({ drainTimeout: 3600 })
    const { hostname, port } = new URL(api.url)
    const unused = connect(Number(port), hostname)
    await Promise.all([once(unused, 'connect'), api.get('/api/specimens/')]) // it has been accepted
    const cut = once(unused, 'close')
    await used.host.close()
    await cut
  })

  it('may be asked for twice', async () => {
    await start()
    await Promise.all([used.host.close(), used.host.close()])
  })
})
