/**
 * A full host, alone and behind a relay: who is refused hears so at once, and nothing of the request runs,
 * waits or is remembered.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker, type HostOptions } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'
import { type Api, type Body, createApi, expectProblem } from '../../support/api.ts'
import { makeProbe } from '../../support/probe-bundle.ts'

interface Full {
  readonly api: Api
  /** What stands before the probe's ids. */
  readonly prefix: string
  /** Lines of the host's log. */
  readonly lines: string[]
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/**
 * Opens a host with one place and this queue, in which an endless run of the room `endless` has the place.
 */
async function openFull(isRelay: boolean, options: HostOptions): Promise<Full> {
  const { folder, plugins, specimens } = makeProbe()
  closers.push(() => rm(folder, { recursive: true }))
  const lines: string[] = []
  const logDestination = { write: (line: string) => void lines.push(line) }
  const sources = isRelay ? { relay: true } : { plugins, specimens, poolSize: 1 }
  const host = await createHost({ ...sources, ...options, port: 0, logDestination })
  const api = createApi(await host.listen())
  closers.push(() => host.close())
  if (isRelay) {
    const worker = await createWorker({
      relay: api.url,
      id: 'w1',
      plugins,
      specimens,
      poolSize: 1,
      logLevel: 'silent',
    })
    closers.push(() => worker.close())
    await worker.connected
  }
  const prefix = isRelay ? 'w1:' : ''
  const { job_id } = await api.start(`${prefix}endless`, {}, 'endless')
  closers.push(() => api.cancel(job_id))
  for (let view: Body = { messages: [] }; view.messages.length === 0; )
    view = await api.json(`/api/jobs/${job_id}/progress`)
  lines.length = 0
  return { api, prefix, lines }
}

describe.each([
  ['alone', false],
  ['behind a relay', true],
])('a full host %s', (_, isRelay) => {
  it('takes exactly the runs for which it has room, and runs none that it refuses', async () => {
    const { api, prefix, lines } = await openFull(isRelay, { queueSize: 3 })
    const starts = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        api.post(`/api/specimens/${prefix}labels/start`, { room_id: `r${i}` }),
      ),
    )
    const refused = starts.filter(({ status }) => status === 503)
    for (const response of refused) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await expectProblem(response, 503, 'host.busy')
    }
    const taken: Body[] = await Promise.all(
      starts.filter(({ status }) => status === 200).map((response) => response.json()),
    )
    expect([taken.length, refused.length]).toEqual([3, 3])
    expect(taken.map(({ status }) => status)).toEqual(['running', 'running', 'running'])
    expect(lines.filter((line) => line.includes('cache miss')).length).toBe(3)
    expect(lines.filter((line) => line.includes('job failed'))).toEqual([])
    for (const { job_id } of taken) await api.cancel(job_id)
  })

  it('gives everybody who asked for the same the same refusal, on every route', async () => {
    const { api, prefix } = await openFull(isRelay, { queueSize: 0 })
    const asked = [
      api.get(`/api/specimens/${prefix}labels/data?room_id=b`),
      api.get(`/api/specimens/${prefix}labels/data?room_id=b`),
      api.post(`/api/specimens/${prefix}labels/start`, { room_id: 'b' }),
      api.post('/api/processing/invoke', { function_name: `${prefix}labels`, room_id: 'b' }),
    ]
    for (const response of await Promise.all(asked)) await expectProblem(response, 503, 'host.busy')
  })

  it('makes no job beyond the limit of jobs, and starts no run for it', async () => {
    const { api, prefix, lines } = await openFull(isRelay, { jobLimit: 1 })
    const refused = await api.post(`/api/specimens/${prefix}labels/start`, { room_id: 'b' })
    await expectProblem(refused, 503, 'host.busy')
    expect(lines.filter((line) => line.includes('cache miss'))).toEqual([])
  })
})
