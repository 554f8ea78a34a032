/** A relay with as many workers as a large facility has: all are in the catalog, and one of them is asked. */
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { connectScriptedWorker, triangle } from '../federation/scripted-worker.ts'
import { type Body, createApi, expectProblem } from '../support/api.ts'

const count = 500
const ids = Array.from({ length: count }, (_, i) => `worker-${i}`)

it('shows 500 idle workers and asks the right one [federation.channel] [federation.catalog]', async () => {
  const relay = await createHost({ relay: true, port: 0, logLevel: 'silent' })
  onTestFinished(() => relay.close())
  const api = createApi(await relay.listen())
  const workers = await Promise.all(
    ids.map(async (id) => {
      const worker = await connectScriptedWorker({ url: api.url, id })
      await worker.join({ functions: ['shape'], specimens: ['shape', 'stone'] })
      return worker
    }),
  )
  onTestFinished(() => {
    for (const { webSocket } of workers) webSocket.terminate()
  })
  const listAll = async (): Promise<Body[]> => await api.json('/api/specimens/')
  const wanted = ids.flatMap((id) => [`${id}:shape`, `${id}:stone`])
  await expect.poll(async () => (await listAll()).length).toBe(wanted.length)
  const entries = await listAll()
  expect(entries.map(({ id }) => id).sort()).toEqual(wanted.sort())
  expect(entries.every(({ available }) => available)).toBe(true)

  const asked = workers[321]
  const [{ data }] = await Promise.all([
    api.data('worker-321:shape'),
    asked?.next('run').then((run) => asked.answer(run)),
  ])
  expect(data).toEqual(triangle)
  const runs = workers
    .flatMap(({ unread }) => unread)
    .filter((message) => 'type' in message && message.type === 'run')
  expect(runs).toEqual([])

  for (const worker of workers) worker.close()
  await expect.poll(async () => (await listAll()).filter(({ available }) => available).length).toBe(0)
  expect(await listAll()).toHaveLength(wanted.length)
  await expectProblem(await api.get('/api/specimens/worker-0:shape/data'), 503, 'worker.unreachable')
  expect((await api.data('worker-321:shape')).data).toEqual(triangle) // its room has it
})
