import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Members and query parameters that the API does not know. */
export function describeRequestNames({ api, at, newRoom }: ServedApi): void {
  describe('names that the API does not know', () => {
    const post = (path: string, body: object) => api.post(`/api/specimens/${at('tetra')}${path}`, body)
    const invoke = (more: object, query = '') =>
      api.post(`/api/processing/invoke${query}`, { function_name: at('tetra'), ...more })

    it.each([
      [{ size: 2 }, 'size belongs inside params: {"params": {"size": …}}'],
      [{ params: { size: 2 }, room: 'x' }, 'room: did you mean room_id?'],
      [{ parameters: { size: 2 } }, 'parameters: did you mean params?'],
      [{ kwargs: { size: 2 } }, 'kwargs: did you mean params?'],
      [{ Params: {} }, 'Params: did you mean params?'],
      [{ param: {} }, 'param: did you mean params?'],
      [{ parms: {} }, 'parms: did you mean params?'],
      [{ roomId: 'x' }, 'roomId: did you mean room_id?'],
      [{ 'room-id': 'x' }, 'room-id: did you mean room_id?'],
      [{ rooms: 'x' }, 'rooms: did you mean room_id?'],
      [{ params: {}, room_id: 'x', wholly_other: 1 }, 'its members are params, room_id'],
      [{ size: 1, room: 'x' }, 'room: did you mean room_id?'],
    ])('are refused in the body of /data and /start: %j', async (body, wanted) => {
      for (const path of ['/data', '/start']) {
        expect((await expectProblem(await post(path, body), 400, 'request.invalid')).detail).toContain(wanted)
      }
    })

    it.each([
      [{ params: { size: 2 } }, 'params: did you mean kwargs?'],
      [{ size: 2 }, 'size belongs inside kwargs: {"kwargs": {"size": …}}'],
      [{ Kwargs: {} }, 'Kwargs: did you mean kwargs?'],
      [{ arg: [] }, 'arg: did you mean args?'],
      [{ room: 'x' }, 'room: did you mean room_id?'],
      [{ functionName: 'x' }, 'functionName: did you mean function_name?'],
      [{ extra: 1 }, 'its members are function_name, args, kwargs, room_id'],
    ])('are refused in the body of /invoke: %j', async (body, wanted) => {
      expect((await expectProblem(await invoke(body), 400, 'request.invalid')).detail).toContain(wanted)
    })

    it.each([
      ['size=5', 'size belongs inside params: ?params={"size":…}'],
      ['Params={}', 'Params: did you mean params?'],
      ['param={}', 'param: did you mean params?'],
      ['parameters={}', 'parameters: did you mean params?'],
      ['prams={}', 'prams: did you mean params?'],
      ['room=x', 'room: did you mean room_id?'],
      ['roomid=x', 'roomid: did you mean room_id?'],
      ['ROOM_ID=x', 'ROOM_ID: did you mean room_id?'],
      ['room-id=x', 'room-id: did you mean room_id?'],
      ['_=1&room_i=x', 'room_i: did you mean room_id?'],
      [
        'radius=5',
        'must not have radius; its names are params, room_id, format; parameters are members of params',
      ],
      ['params={}&filter=', 'must not have filter'],
      [`${'x'.repeat(500)}=1`, 'must not have xxx'],
    ])('are refused in a query when they were meant for something: ?%s', async (query, wanted) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${api.url}/api/specimens/${at('tetra')}/data?${query}`, { method })
        expect(response.status).toBe(400)
        if (method === 'GET')
          expect((await expectProblem(response, 400, 'request.invalid')).detail).toContain(wanted)
      }
    })

    it('are refused when they are repeated, and when they say in the query what belongs in the body', async () => {
      for (const name of ['params={}', 'room_id=x']) {
        await expectProblem(
          await api.get(`/api/specimens/${at('tetra')}/data?${name}&${name}`),
          400,
          'request.invalid',
        )
      }
      for (const query of ['?room_id=x', '?params={}', '?size=2', '?room=x', '?radius=5']) {
        for (const path of ['/data', '/start']) {
          expect(
            (await expectProblem(await post(`${path}${query}`, {}), 400, 'request.invalid')).detail,
          ).toContain('JSON body')
        }
        if (query !== '?params={}') await expectProblem(await invoke({}, query), 400, 'request.invalid')
      }
      await expectProblem(
        await api.post('/api/processing/cache/clear', { room_id: 'x' }),
        400,
        'request.invalid',
      )
    })

    it('change nothing in a query when they were meant for nothing, such as those that keep caches away', async () => {
      for (const name of [
        '_',
        't',
        'v',
        'ts',
        'cb',
        'nocache',
        'rand',
        'random',
        'cache_bust',
        'utm_source',
        'version',
      ]) {
        expect((await api.get(`/api/specimens/${at('tetra')}/data?${name}=1700000000`)).status, name).toBe(
          200,
        )
        expect((await api.get(`/api/specimens/${at('rock')}/data?${name}=1`)).status, name).toBe(200)
        expect((await api.get(`/api/specimens/?${name}=1`)).status, name).toBe(200)
      }
      const { job_id } = await api.start(at('labels'), {}, newRoom())
      expect((await api.get(`/api/jobs/${job_id}/progress?since=-1&_=2`)).status).toBe(200)
    })

    it('are told in few words, however many there are and however long', async () => {
      const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${i}`, 0]))
      for (const body of [many, { ['x'.repeat(200_000)]: 1 }, { '\u0000\u009b31m': 1 }]) {
        expect(
          JSON.stringify(await expectProblem(await post('/data', body), 400, 'request.invalid')).length,
        ).toBeLessThan(1000)
      }
    })

    it('are refused before the specimen or function is looked for', async () => {
      await expectProblem(
        await api.post(`/api/specimens/${at('nobody')}/data`, { room: 'x' }),
        400,
        'request.invalid',
      )
      await expectProblem(await api.get(`/api/specimens/${at('nobody')}/data?room=x`), 400, 'request.invalid')
      const nobody = { function_name: at('nobody') }
      for (const more of [{ params: {} }, { args: {} }, { kwargs: [] }, { room_id: 7 }]) {
        expect((await api.post('/api/processing/invoke', { ...nobody, ...more })).status).toBe(400)
      }
      await expectProblem(
        await api.post('/api/processing/invoke', { ...nobody, kwargs: { x: 1 } }),
        404,
        'function.unknown',
      )
    })
  })
}
