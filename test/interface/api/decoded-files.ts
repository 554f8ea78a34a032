import { createClient } from 'specimen-host/client'
import { describe, expect, it } from 'vitest'
import { type Body, envelopeType, expectProblem, getStatus, readEnvelope } from '../../support/api.ts'
import { rockText } from '../../support/probe-bundle.ts'
import type { ServedApi } from './served-api.ts'

/** Static specimens as results: decoded where Accept names a form, cached as a function's result is. */
export function describeDecodedFiles({ api, at, newRoom }: ServedApi): void {
  const pathOf = (id: string, room = newRoom()): string => `/api/specimens/${at(id)}/data?room_id=${room}`
  const envelope = { accept: envelopeType, 'accept-encoding': 'identity' }

  describe('static specimens by Accept', () => {
    it('are envelopes, from GET and POST alike [endpoint.data.get] [endpoint.data.post] [envelope.mesh]', async () => {
      const got = await api.get(pathOf('rock'), envelope)
      expect(got.headers.get('content-disposition')).toBeNull()
      const { preamble, data } = await readEnvelope(got)
      expect(preamble).toMatchObject({ type: 'mesh', vertex_count: 3, index_count: 3, normal_count: 0 })
      expect([data.readFloatLE(12), data.readFloatLE(28)]).toEqual([2, 3])
      const room = newRoom()
      const posted = await api.post(`/api/specimens/${at('rock')}/data`, { room_id: room }, envelope)
      expect((await readEnvelope(posted)).data).toEqual(data)
      expect((await readEnvelope(await api.get(pathOf('rock', room), envelope))).data).toEqual(data)
    })

    it('are JSON and glTF, too [result.mesh]', async () => {
      for (const accept of ['application/json', 'application/json, */*;q=0.1']) {
        const response = await api.get(pathOf('rock'), { accept })
        expect(response.headers.get('content-type')).toMatch(/^application\/json/)
        const vertices = [0, 0, 0, 2, 0, 0, 0, 3, 0]
        expect(await response.json()).toEqual({ type: 'mesh', vertices, indices: [0, 1, 2] })
      }
      const glb = await api.get(pathOf('rock'), { accept: 'model/gltf-binary' })
      expect(glb.headers.get('content-type')).toBe('model/gltf-binary')
      expect(Buffer.from(await glb.arrayBuffer()).toString('latin1', 0, 4)).toBe('glTF')
    })

    it.each([
      '*/*',
      'model/stl',
      'model/*',
      'application/octet-stream',
      'application/json, text/plain, */*',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
      'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
      'model/gltf-binary, */*;q=0.1',
      'text/plain',
      `${envelopeType};q=0.5, model/stl`,
      `${envelopeType}, application/json;q=0.5, application/octet-stream`,
    ])('are files as they are for %s', async (accept) => {
      const response = await api.get(pathOf('rock'), { accept })
      expect([response.headers.get('content-type'), await response.text()]).toEqual(['model/stl', rockText])
      expect(response.headers.get('vary')).toContain('accept')
    })

    it('are kept in the room and have validators, as results have [rooms.9]', async () => {
      const room = newRoom()
      const path = pathOf('rock', room)
      expect(
        (await fetch(api.url + path, { method: 'HEAD', headers: envelope })).headers.get('etag'),
      ).toBeNull()
      await expectProblem(await api.get(path, { ...envelope, 'if-match': '*' }), 412, 'condition.failed')
      const first = await api.get(path, envelope)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"\w+\./)
      const again = await api.get(path, { ...envelope, 'if-match': etag })
      expect([again.status, again.headers.get('etag')]).toEqual([200, etag])
      expect(await getStatus(api.url + path, { ...envelope, 'if-none-match': etag })).toBe(304)
      const head = await fetch(api.url + path, { method: 'HEAD', headers: envelope })
      expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
      expect((await api.get(pathOf('rock'), envelope)).headers.get('etag')).not.toBe(etag)
      const stats: Body = await api.json('/api/processing/cache/stats')
      const kept = stats.rooms.find((entry: Body) => entry.room_id === room)
      expect(kept.function_names).toEqual([at('rock')])
    })

    it('are decoded once for all who ask at once', async () => {
      const path = pathOf('rock')
      const answers = await Promise.all(Array.from({ length: 8 }, () => api.get(path, envelope)))
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    })

    it('are refused with 406 when there is no result in the file, and sent to who takes that', async () => {
      const refused = await expectProblem(await api.get(pathOf('bare'), envelope), 406, 'format.unknown')
      expect(refused.detail).toMatch(
        /"scan\.json": It has none of the formats.*NRRD.*Ask without naming a form in Accept/,
      )
      const file = await api.get(pathOf('bare'), { accept: `${envelopeType}, */*;q=0.1` })
      expect([file.status, await file.text()]).toEqual([200, '{}'])
    })

    it('come from the client as files, or decoded', async () => {
      const client = createClient(api.url)
      expect(await client.data(at('rock'), { roomId: newRoom() })).toMatchObject({ type: 'file' })
      expect(await client.data(at('rock'), { decoded: true, roomId: newRoom() })).toEqual({
        type: 'mesh',
        vertices: new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0]),
        indices: new Uint32Array([0, 1, 2]),
      })
      await expect(client.data(at('bare'), { decoded: true })).rejects.toMatchObject({
        code: 'format.unknown',
      })
    })
  })
}
