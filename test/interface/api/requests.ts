import { describe, expect, it } from 'vitest'
import { type Body, expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Requests as deployed clients send them, and the outer form that all must have. */
export function describeRequests({ api, at, newRoom }: ServedApi): void {
  describe('deployed clients', () => {
    it('start by a function’s name, poll, and fetch by the specimen’s id from the same room', async () => {
      const room = newRoom()
      const params = { messages: 2 }
      const started = await api.post(`/api/specimens/${at('chatty')}/start`, { params, room_id: room })
      const { job_id }: Body = await started.json()
      expect((await api.settle(job_id)).status).toBe('done')
      expect((await api.json(`/api/jobs/${job_id}/progress?since=0`)).messages).toHaveLength(1)
      const query = `params=${encodeURIComponent(JSON.stringify(params))}&room_id=${encodeURIComponent(room)}`
      expect((await api.get(`/api/specimens/${at('chatty')}/data?${query}`)).status).toBe(200)
      expect(
        (
          await api.get(
            `/api/specimens/${at('chatty')}/data?room_id=${room}&params=${encodeURIComponent('{}')}&_=17`,
          )
        ).status,
      ).toBe(200)
      expect((await api.json(`/api/jobs/${job_id}/result`)).type).toBe('volume')
      const again: Body = await (
        await api.post(`/api/specimens/${at('chatty')}/start`, { params: {}, room_id: room })
      ).json()
      expect(again.status).toBe('done')
    })

    it('send empty bodies, nulls and complete ones', async () => {
      for (const more of [
        {},
        { args: [] },
        { kwargs: {} },
        { args: [], kwargs: {}, room_id: 'service' },
        { args: null, kwargs: null, room_id: null },
      ]) {
        expect(
          (await api.post('/api/processing/invoke', { function_name: at('labels'), ...more })).status,
        ).toBe(200)
      }
      expect((await api.post('/api/processing/cache/clear', {})).status).toBe(200)
    })
  })

  describe('the outer form of requests', () => {
    it('answers unknown addresses 404 and wrong methods 405 with Allow', async () => {
      await expectProblem(await api.get(`/api/specimens/${at('rock')}/other`), 404, 'route.unknown')
      const wrong = await api.get('/api/processing/invoke')
      expect(wrong.headers.get('allow')).toBe('POST')
      await expectProblem(wrong, 405, 'method.refused')
    })
  })
}
