import { describe, expect, it } from 'vitest'
import { type Body, expectProblem, readEnvelope } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Rooms and their cache. */
export function describeRooms({ api, at, newRoom, room: where }: ServedApi): void {
  describe('rooms', () => {
    it('computes once for a key and serves it from every endpoint [rooms.2] [rooms.3] [rooms.9] [cache.entry]', async () => {
      const room = newRoom()
      const call = async () => (await api.data(at('tetra'), { text: 'once' }, room)).data.readFloatLE(44)
      const first = await call()
      expect(await call()).toBe(first)
      const body = { function_name: at('tetra'), kwargs: { text: 'once' }, room_id: room }
      const invoked: Body = await (await api.post('/api/processing/invoke', body)).json()
      expect(invoked.vertices[11]).toBe(first)
    })

    it('holds one entry a room: another key replaces it [rooms.1] [rooms.4] [limit.entries] [limit.shared-room]', async () => {
      const room = newRoom()
      const call = async (text: string) => (await api.data(at('tetra'), { text }, room)).data.readFloatLE(44)
      const a = await call('a')
      const b = await call('b')
      expect(await call('b')).toBe(b)
      expect(await call('a')).not.toBe(a)
    })

    it('separates rooms, and uses service by default everywhere [rooms.7] [limit.room] [invoke.room_id]', async () => {
      const call = async (room?: string) =>
        (await api.data(at('tetra'), { text: 'rooms' }, room)).data.readFloatLE(44)
      const service = await call()
      expect(await call('service')).toBe(service)
      expect(await call(newRoom())).not.toBe(service)
      expect(await call('service')).toBe(service)
      const posted = await readEnvelope(
        await api.post(`/api/specimens/${at('tetra')}/data`, { params: { text: 'rooms' }, room_id: '' }),
      )
      expect(posted.data.readFloatLE(44)).toBe(service)
      const invoked: Body = await (
        await api.post('/api/processing/invoke', { function_name: at('tetra'), kwargs: { text: 'rooms' } })
      ).json()
      expect(invoked.vertices[11]).toBe(service)
      const { status } = await api.start(at('tetra'), { text: 'rooms' })
      expect(status).toBe('done')
    })

    it('computes concurrent identical requests once [rooms.6]', async () => {
      const room = newRoom()
      const calls = await Promise.all(
        Array.from({ length: 50 }, () => api.data(at('tetra'), { text: 'crowd' }, room)),
      )
      expect(new Set(calls.map(({ data }) => data.readFloatLE(44))).size).toBe(1)
    })

    it('keeps the room’s result when a run in it fails', async () => {
      const room = newRoom()
      const first = (await api.data(at('tetra'), { text: 'stay' }, room)).data.readFloatLE(44)
      await expectProblem(
        await api.post(`/api/specimens/${at('failing')}/data`, { room_id: room }),
        500,
        'function.failed',
      )
      expect((await api.data(at('tetra'), { text: 'stay' }, room)).data.readFloatLE(44)).toBe(first)
    })

    it('reports the use of each room and clears all [endpoint.cache.stats] [cache.stats] [endpoint.cache.clear]', async () => {
      const room = newRoom()
      for (let i = 0; i < 3; i++) await api.data(at('labels'), undefined, room)
      const stats = await api.json('/api/processing/cache/stats')
      expect(stats.rooms.find((entry: { room_id: string }) => entry.room_id === room)).toEqual({
        room_id: room,
        entries: 1,
        function_names: [at('labels')],
        access_count: 2,
        bytes: expect.any(Number),
        age_seconds: expect.any(Number),
        ...where,
      })
      const bytes: number[] = stats.rooms.map((entry: { bytes: number }) => entry.bytes)
      // What an entry costs, not the four bytes of its array.
      expect(Math.min(...bytes)).toBeGreaterThan(1000)
      const total_bytes = bytes.reduce((total, each) => total + each, 0)
      expect(stats).toMatchObject({ total_entries: stats.rooms.length, total_bytes, ttl_seconds: 300 })
      const cleared: Body = await (await api.post('/api/processing/cache/clear')).json()
      expect(cleared).toEqual({ status: 'cleared', entries: stats.total_entries })
      expect(await api.json('/api/processing/cache/stats')).toEqual({
        total_entries: 0,
        total_bytes: 0,
        ttl_seconds: 300,
        rooms: [],
      })
    })
  })
}
