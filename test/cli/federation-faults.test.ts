/**
 * Workers and relays that are killed, restarted, doubled or cut off, as real processes: no job stays running,
 * every text names the worker, and what can go on does.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../engine/run/is-alive.ts'
import { type Api, expectProblem } from '../support/api.ts'
import { writeSpecimen } from '../support/probe-bundle.ts'
import {
  awaitAvailable,
  awaitGone,
  awaitMessage,
  listEntries,
  type Pair,
  startPair,
  startProxiedPair,
  startRelay,
  startWorker,
} from './federation-processes.ts'

const mebibyte = 2 ** 20
/** Where this program is absent, a pool process in an endless loop outlives its killed parent. */
const canDie = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0

/** What the probe's function `big` returns, computed here. */
function makeBig(mebibytes: number): Buffer {
  const bytes = Buffer.alloc(mebibytes * mebibyte)
  for (let i = 0; i < bytes.length; i += 4096) bytes[i] = i / 4096
  return bytes
}

async function startSpinning(api: Api, room?: string): Promise<{ jobId: string; pid: number }> {
  const { job_id: jobId } = await api.start('w1:spins', {}, room)
  return { jobId, pid: Number(await awaitMessage(api, jobId)) }
}

/** Starts a job of a function that no specimen shows. */
async function startBig(api: Api, mebibytes: number): Promise<string> {
  return (await api.start('w1:big', { mebibytes })).job_id
}

/** Expects a job to end as an error that says what has become of worker w1. */
async function expectLost(api: Api, jobId: string, why: string): Promise<void> {
  const { status, error } = await api.settle(jobId)
  expect(status).toBe('error')
  expect(error).toContain('Worker "w1"')
  expect(error).toContain(why)
  expect((await api.get(`/api/jobs/${jobId}/result`)).status).toBe(410)
}

describe('a worker that ends', () => {
  const phases: readonly [string, (pair: Pair) => Promise<string>][] = [
    [
      'waits for a place',
      async ({ api }) => {
        await startSpinning(api, 'first')
        return (await api.start('w1:tetra', {}, 'second')).job_id
      },
    ],
    [
      'computes',
      async ({ api, folders }) => {
        const mark = join(folders.root, 'mark')
        const { job_id } = await api.start('w1:spins', { mark })
        await expect.poll(() => existsSync(mark) && isAlive(Number(readFileSync(mark, 'utf8')))).toBe(true)
        return job_id
      },
    ],
    ['has sent a message', async ({ api }) => (await startSpinning(api)).jobId],
  ]

  it.each(phases)(
    'ends a job that %s as an error when it stays away, and leaves the catalog [federation.channel]',
    async (_, begin) => {
      const pair = await startPair(['--worker-grace', '1'], ['--pool-size', '1'])
      const { api, worker } = pair
      const jobId = await begin(pair)
      expect((await api.json(`/api/jobs/${jobId}/progress`)).status).toBe('running')
      worker.kill('SIGKILL')
      await expectLost(api, jobId, 'has been away for 1 s and is given up')
      await awaitGone(api)
      await expectProblem(await api.get('/api/specimens/w1:tetra/data'), 404, 'specimen.unknown')
      await expectProblem(await api.post('/api/specimens/w1:tetra/start', {}), 404, 'specimen.unknown')
    },
  )

  it('ends a job in the middle of its result as an error when it stays away', async () => {
    const { api, worker, proxy } = await startProxiedPair(['--worker-grace', '1'])
    const connection = await proxy.nextConnection()
    const half = connection.whenPassed('toTarget', connection.passed.toTarget + 4 * mebibyte)
    const jobId = await startBig(api, 32)
    await half
    proxy.setFaults('toTarget', { bytesPerSecond: 0 })
    expect((await api.json(`/api/jobs/${jobId}/progress`)).status).toBe('running')
    worker.kill('SIGKILL')
    proxy.heal()
    await expectLost(api, jobId, 'has been away for 1 s and is given up')
  })

  it('leaves a job that has ended, and its result', async () => {
    const { api, worker } = await startPair(['--worker-grace', '1'])
    const { job_id } = await api.start('w1:tetra')
    expect((await api.settle(job_id)).status).toBe('done')
    worker.kill('SIGKILL')
    await awaitGone(api)
    expect((await api.settle(job_id)).status).toBe('done')
    expect((await api.get(`/api/jobs/${job_id}/result`)).status).toBe(200)
  })

  it('stays in the catalog as away, with its rooms, and serves when it is back [federation.catalog]', async () => {
    const { api, worker, joinAgain } = await startPair(['--worker-grace', '600'])
    const { jobId } = await startSpinning(api)
    const { data } = await api.data('w1:tetra', { size: 3 }, 'lab')
    const count = (await listEntries(api)).length
    worker.kill('SIGKILL')
    await awaitAvailable(api, false)
    expect(await listEntries(api)).toHaveLength(count)
    expect((await api.data('w1:tetra', { size: 3 }, 'lab')).data).toEqual(data)
    const refusals = [
      await api.get('/api/specimens/w1:tetra/data'),
      await api.get('/api/specimens/w1:rock/data'),
      await api.post('/api/specimens/w1:tetra/start', {}),
      await api.post('/api/processing/invoke', { function_name: 'w1:tetra' }),
    ]
    for (const refusal of refusals) {
      expect(refusal.headers.get('retry-after')).toMatch(/^\d+$/)
      expect((await expectProblem(refusal, 503, 'worker.unreachable')).detail).toContain('"w1" is away')
    }
    expect((await api.json(`/api/jobs/${jobId}/progress`)).status).toBe('running')

    await joinAgain()
    await expectLost(api, jobId, 'was restarted')
    await awaitAvailable(api, true)
    const { job_id } = await api.start('w1:chatty', { messages: 1 }, 'anew')
    expect((await api.settle(job_id)).status).toBe('done')
  })

  it('finds the runs that still waited for a place when it is started again after a clean stop', async () => {
    const { api, worker, folders, joinAgain } = await startPair([], ['--pool-size', '1'])
    const file = join(folders.root, 'now')
    const { job_id: running } = await api.start('w1:waits', { file }, 'first')
    await awaitMessage(api, running)
    const { job_id: waiting } = await api.start('w1:chatty', { messages: 1 }, 'second')
    worker.kill('SIGTERM')
    await awaitAvailable(api, false)
    writeFileSync(file, '')
    expect(await worker.exit).toEqual([0, null])
    expect((await api.settle(running)).status).toBe('done')
    expect((await api.json(`/api/jobs/${waiting}/progress`)).status).toBe('running')
    await joinAgain()
    expect((await api.settle(waiting)).status).toBe('done')
  })

  it.runIf(canDie)('takes its pool processes with it', async () => {
    const { api, worker } = await startPair()
    const { pid } = await startSpinning(api)
    worker.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

describe('a second worker of the same id', () => {
  it('is refused while the first answers, and takes its place when that is gone [federation.channel]', async () => {
    const { relay, api, worker, folders } = await startPair()
    const { jobId, pid } = await startSpinning(api)
    const newer = startWorker(relay.url, 'w1', folders)
    await expect.poll(() => newer.said()).toContain('Another process is connected as worker')
    expect(await api.json(`/api/jobs/${jobId}/progress`)).toMatchObject({ status: 'running' })
    worker.kill('SIGKILL')
    await newer.line(/^connected to/)
    await expectLost(api, jobId, 'was restarted')
    await expect.poll(() => isAlive(pid)).toBe(false)
    await awaitAvailable(api, true)
    expect((await api.get('/api/specimens/w1:tetra/data')).status).toBe(200)
    newer.kill('SIGTERM')
    expect(await newer.exit).toEqual([0, null])
  })
})

describe('a relay that is restarted', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'has its worker again after %s, without the jobs of before [federation.channel]',
    async (signal) => {
      const { relay, api, worker } = await startPair(['--drain-timeout', '1'])
      const { jobId, pid } = await startSpinning(api)
      relay.kill(signal)
      await relay.exit
      const next = await startRelay(['--port', String(relay.port)])
      await expect.poll(async () => (await listEntries(next.api)).length).toBeGreaterThan(0)
      await awaitAvailable(next.api, true)
      await expect.poll(() => isAlive(pid)).toBe(false)
      expect((await next.api.get(`/api/jobs/${jobId}/progress`)).status).toBe(404)
      expect((await next.api.get('/api/specimens/w1:tetra/data')).status).toBe(200)
      worker.kill('SIGTERM')
      expect(await worker.exit).toEqual([0, null])
    },
  )
})

describe('a link that is cut', () => {
  it('is a pause for the client of a job, of data and of a file [federation.channel]', async () => {
    const { api, proxy, folders } = await startProxiedPair()
    const bytes = makeBig(5)
    const cutIn = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      const connection = await proxy.nextConnection()
      await awaitAvailable(api, true)
      const cut = proxy.endAfter('toTarget', connection.passed.toTarget + 2 * mebibyte, 'reset')
      const answer = ask()
      expect(await cut).toBe(connection)
      return await answer
    }
    const job = await cutIn(async () => await api.settle(await startBig(api, 5)))
    expect(job).toMatchObject({ status: 'done', error: null })
    expect((await api.data('w1:big', { mebibytes: 5 })).data.equals(bytes)).toBe(true)

    const { data } = await cutIn(async () => await api.data('w1:big', { mebibytes: 5 }, 'elsewhere'))
    expect(data.equals(bytes)).toBe(true)

    writeSpecimen(folders.specimens, 'scan', { type: 'volume', data_file: 'scan.raw' }, { 'scan.raw': bytes })
    await api.get('/api/specimens/reload')
    const file = await cutIn(async () =>
      Buffer.from(await (await api.get('/api/specimens/w1:scan/data')).arrayBuffer()),
    )
    expect(file.equals(bytes)).toBe(true)
  })

  it('costs no message of a job that runs on meanwhile', async () => {
    const { api, proxy, folders } = await startProxiedPair()
    const file = join(folders.root, 'now')
    const { job_id } = await api.start('w1:waits', { file })
    await awaitMessage(api, job_id)
    proxy.admit('refuse')
    proxy.endAll('reset')
    await awaitAvailable(api, false)
    writeFileSync(file, '')
    expect((await api.json(`/api/jobs/${job_id}/progress`)).status).toBe('running')
    proxy.heal()
    const { status, messages } = await api.settle(job_id)
    expect({ status, texts: messages.map(({ text }) => text) }).toEqual({
      status: 'done',
      texts: ['waiting', 'gone on'],
    })
  })

  it('lets a job be deleted, and its process ends when the worker is back [federation.cancel]', async () => {
    const { api, proxy } = await startProxiedPair()
    const { jobId, pid } = await startSpinning(api)
    proxy.admit('refuse')
    proxy.endAll('reset')
    await awaitAvailable(api, false)
    expect((await api.cancel(jobId)).status).toBe(204)
    expect(await api.settle(jobId)).toMatchObject({ status: 'error', error: 'cancelled' })
    expect(isAlive(pid)).toBe(true) // nobody could tell the worker
    proxy.heal()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
