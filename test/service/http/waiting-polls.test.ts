/** Polls of jobs that wait for news. */
import { expect, it } from 'vitest'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()

it('waits for a message or the end of a job, and no longer', async () => {
  const api = await used.start()
  const { job_id } = await api.start('endless', { label: 'a' }, 'lab')
  const poll = `/api/jobs/${job_id}/progress`
  const { messages } = await api.json(`${poll}?wait=30`)
  expect(messages).toMatchObject([{ seq: 0 }])
  expect(await api.json(`${poll}?since=0&wait=0.01`)).toEqual({
    status: 'running',
    messages: [],
    error: null,
  })
  const ended = api.json(`${poll}?since=0&wait=30`)
  await api.cancel(job_id)
  expect(await ended).toEqual({ status: 'error', messages: [], error: 'cancelled' })
  expect(await api.json(`${poll}?since=0&wait=30`)).toMatchObject({ status: 'error' })
})

it('tells a job that waits how many runs are before it, and when there is one less', async () => {
  const api = await used.start({ poolSize: 1 })
  const start = async (label: string): Promise<string> => {
    const { job_id } = await api.start('endless', { label }, label)
    return job_id
  }
  const jobs: string[] = []
  for (const label of ['a', 'b', 'c', 'd']) jobs.push(await start(label))
  const toPoll = (at: number): string => `/api/jobs/${jobs[at]}/progress`
  const readBefore = async () =>
    await Promise.all(jobs.map(async (_, at) => (await api.json(toPoll(at))).before))
  await expect.poll(readBefore).toEqual([undefined, 0, 1, 2])
  const nearer = api.json(`${toPoll(3)}?wait=30`)
  await api.cancel(jobs[1] ?? '')
  expect(await nearer).toMatchObject({ status: 'running', messages: [], before: 1 })
  await api.cancel(jobs[0] ?? '')
  await expect.poll(readBefore).toEqual([undefined, undefined, undefined, 0])
  for (const id of jobs) await api.cancel(id)
})

it.each(['31', '-1', 'soon', '1e1'])('refuses wait=%s, and says what it may be', async (wait) => {
  const api = await used.start()
  const answer = await api.get(`/api/jobs/none/progress?wait=${wait}`)
  expect(answer.status).toBe(400)
  expect((await answer.json()).detail).toContain(
    'wait must be seconds to wait for news of the job, from 0 to 30',
  )
})

it('is bounded, and gives its place back when the client leaves', async () => {
  const api = await used.start({ clientConnections: 4000 })
  const { job_id } = await api.start('endless', { label: 'a' }, 'lab')
  const url = `${used.url}/api/jobs/${job_id}/progress?since=0&wait=30`
  const leaving = new AbortController()
  const polls = Array.from({ length: 1025 }, () => fetch(url, { signal: leaving.signal }))
  const refused = await Promise.any(polls.map(async (poll) => await poll))
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'host.busy'])
  leaving.abort()
  await Promise.allSettled(polls)
  const again = async () => (await fetch(url.replace('wait=30', 'wait=0.01'))).status
  await expect.poll(again).toBe(200)
  await api.cancel(job_id)
})
