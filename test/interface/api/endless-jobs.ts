import { afterEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/**
 * Jobs whose functions never return, on a host of one place: a run that goes on after its job was cancelled
 * makes the next run wait. Each test has a host of its own, so that no other test waits.
 */
export function describeEndlessJobs({ api, at, newRoom, replaceHost }: ServedApi): void {
  describe('jobs without end', () => {
    afterEach(replaceHost)

    it('answers 409 while running, 410 after a failure, 404 when unknown [jobs.2] [error.409] [error.410]', async () => {
      const { job_id } = await api.start(at('endless'), {}, newRoom())
      expect(
        (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 409, 'job.running')).detail,
      ).toContain('Job still running')
      await api.cancel(job_id)
      expect(
        (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 410, 'job.failed')).detail,
      ).toContain('Job failed')
      for (const path of ['/progress', '/result'])
        await expectProblem(await api.get(`/api/jobs/nobody${path}`), 404, 'job.unknown')
      await expectProblem(await api.cancel('nobody'), 404, 'job.unknown')
    })

    it('cancels an endless loop and shows it as cancelled, once [endpoint.cancel] [jobs.3] [state.cancel] [state.terminal]', async () => {
      const { job_id } = await api.start(at('endless'), {}, newRoom())
      for (;;) {
        const { messages } = await api.json(`/api/jobs/${job_id}/progress`)
        if (messages.length > 0) break
      }
      const response = await api.cancel(job_id)
      expect([response.status, await response.text()]).toEqual([204, ''])
      const view = {
        status: 'error',
        messages: [{ seq: 0, text: 'going', ts: expect.any(Number) }],
        error: 'cancelled',
      }
      expect(await api.json(`/api/jobs/${job_id}/progress`)).toEqual(view)
      expect((await api.cancel(job_id)).status).toBe(204)
      expect(await api.json(`/api/jobs/${job_id}/progress`)).toEqual(view)
      expect((await api.data(at('labels'), undefined, newRoom())).preamble.type).toBe('volume')
    })

    it('cancelling one of two jobs on a shared run ends that one alone', async () => {
      const room = newRoom()
      const [a, b] = await Promise.all([
        api.start(at('endless'), { label: 'shared' }, room),
        api.start(at('endless'), { label: 'shared' }, room),
      ])
      await api.cancel(a.job_id)
      expect((await api.json(`/api/jobs/${a.job_id}/progress`)).status).toBe('error')
      expect((await api.json(`/api/jobs/${b.job_id}/progress`)).status).toBe('running')
      await api.cancel(b.job_id)
    })
  })
}
