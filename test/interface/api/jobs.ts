import { describe, expect, it } from 'vitest'
import { type Body, expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Jobs from start to result. */
export function describeJobs({ api, at, newRoom }: ServedApi): void {
  describe('jobs', () => {
    it('runs a job to its end: running, messages, result [endpoint.start] [endpoint.progress] [endpoint.result] [jobs.5] [state.start-miss] [state.done] [job.id]', async () => {
      const started = await api.start(at('chatty'), { messages: 3 }, newRoom())
      expect(started).toEqual({ job_id: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'running' })
      const view = await api.settle(started.job_id)
      expect(view).toEqual({ status: 'done', messages: expect.any(Array), error: null })
      const result: Body = await api.json(`/api/jobs/${started.job_id}/result`)
      expect(result).toMatchObject({ type: 'volume', shape: [1, 1, 4], data: 'AQID/w==' })
    })

    it('numbers messages from 0 with text and time [progress.seq] [progress.text] [progress.ts] [jobs.6]', async () => {
      const { job_id } = await api.start(at('chatty'), { messages: 4 }, newRoom())
      const { messages } = await api.settle(job_id)
      expect(messages.map(({ seq, text }) => `${seq} ${text}`)).toEqual([
        '0 step 0',
        '1 step 1',
        '2 step 2',
        '3 step 3',
      ])
      for (const { ts } of messages) expect(Math.abs(ts - Date.now() / 1000)).toBeLessThan(120)
    })

    it('carries how much is done where the function says it, and no such field elsewhere', async () => {
      const { job_id } = await api.start(at('chatty'), { messages: 4 }, newRoom())
      const { messages } = await api.settle(job_id)
      expect(messages.map(({ fraction }) => fraction)).toEqual([0, 0.25, 0.5, 0.75])
      expect(messages.map((message) => Object.keys(message).sort().join())).toEqual(
        new Array(4).fill('fraction,seq,text,ts'),
      )
    })

    it('returns only messages above since [jobs.1]', async () => {
      const { job_id } = await api.start(at('chatty'), { messages: 5 }, newRoom())
      await api.settle(job_id)
      const seqs = async (since: string) =>
        (await api.json(`/api/jobs/${job_id}/progress?since=${since}`)).messages.map(
          ({ seq }: { seq: number }) => seq,
        )
      expect(await seqs('-1')).toEqual([0, 1, 2, 3, 4])
      expect(await seqs('2')).toEqual([3, 4])
      expect(await seqs('99')).toEqual([])
    })

    it('keeps the last 1,000 messages while seq goes on', async () => {
      const { job_id } = await api.start(at('chatty'), { messages: 2500 }, newRoom())
      const { messages } = await api.settle(job_id)
      expect(messages.length).toBe(1000)
      expect([messages[0]?.seq, messages[999]?.text]).toEqual([1500, 'step 2499'])
    })

    it('is done at once on a cache hit [specimens.6] [state.start-hit] [rooms.9]', async () => {
      const room = newRoom()
      const { data } = await api.data(at('tetra'), { size: 5 }, room)
      const { job_id, status } = await api.start(at('tetra'), { size: 5 }, room)
      expect(status).toBe('done')
      const result = await api.json(`/api/jobs/${job_id}/result`)
      expect(result.vertices[11]).toBe(data.readFloatLE(44))
      expect((await api.json(`/api/jobs/${job_id}/progress`)).messages).toEqual([])
    })

    it('leaves its result in the room cache [rooms.10]', async () => {
      const room = newRoom()
      const { job_id } = await api.start(at('tetra'), { size: 6 }, room)
      await api.settle(job_id)
      const result = await api.json(`/api/jobs/${job_id}/result`)
      expect((await api.data(at('tetra'), { size: 6 }, room)).data.readFloatLE(44)).toBe(result.vertices[11])
    })

    it('ends as error with the function’s own message [state.error]', async () => {
      const { job_id } = await api.start(at('failing'), {}, newRoom())
      const view = await api.settle(job_id)
      expect(view).toMatchObject({
        status: 'error',
        error: expect.stringContaining('the sample is upside down'),
      })
      expect(
        (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 410, 'job.failed')).detail,
      ).toContain('upside down')
    })

    it('refuses a job for a static or unknown specimen [specimens.7] [error.400.static]', async () => {
      await expectProblem(await api.post(`/api/specimens/${at('rock')}/start`, {}), 400, 'specimen.static')
      await expectProblem(await api.post(`/api/specimens/${at('nobody')}/start`, {}), 404, 'specimen.unknown')
    })

    it('keeps silent about reports outside a job [jobs.6]', async () => {
      expect((await api.data(at('chatty'), { messages: 2 }, newRoom())).preamble.type).toBe('volume')
    })
  })
}
