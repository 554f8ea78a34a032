/** How loudly a host tells what is not its fault: once when it happens, not as an error for each request. */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { createApi, expectProblem } from '../../support/api.ts'
import { makeProbe } from '../../support/probe-bundle.ts'

const [info, warn] = [30, 40]

it('logs one warning when a worker goes, and nothing of those who ask for it', async () => {
  const { folder, plugins, specimens } = makeProbe()
  const lines: { level: number; msg: string }[] = []
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const relay = await createHost({ relay: true, port: 0, logDestination })
  onTestFinished(() => relay.close())
  const api = createApi(await relay.listen())
  const worker = await createWorker({ relay: api.url, id: 'w1', plugins, specimens, logLevel: 'silent' })
  await worker.connected
  await worker.close()
  await rm(folder, { recursive: true })
  await expect.poll(() => lines.filter(({ level }) => level >= warn).length).toBe(1)
  for (const path of ['w1:tetra/data', 'w1:rock/data', 'w1:rock/thumbnail']) {
    await expectProblem(await api.get(`/api/specimens/${path}`), 503, 'worker.unreachable')
  }
  expect(lines.filter(({ level }) => level >= warn)).toMatchObject([
    { msg: expect.stringMatching(/^worker w1 is away/) },
  ])
  expect(lines.filter(({ level, msg }) => level === info && msg === 'cache miss')).toEqual([])
})

it('logs a refusal for lack of room as news, not as an error', async () => {
  const { folder, plugins } = makeProbe()
  const lines: { level: number; msg: string }[] = []
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const options = { plugins, specimens: '', port: 0, poolSize: 1, queueSize: 0, logDestination }
  const host = await createHost(options)
  onTestFinished(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })
  const api = createApi(await host.listen())
  const { job_id } = await api.start('endless')
  await expectProblem(await api.get('/api/specimens/labels/data'), 503, 'host.busy')
  expect(lines.filter(({ level }) => level >= warn)).toEqual([])
  expect(lines).toContainEqual(expect.objectContaining({ level: info, msg: 'The host is at its limits' }))
  await api.cancel(job_id) // the end of the host would wait for it
})
