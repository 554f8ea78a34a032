import { createClient } from 'specimen-host/client'
import { describe, expect, it } from 'vitest'
import { type Body, envelopeType, expectProblem, readEnvelope } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** The forms in which a result is sent: envelope, JSON, PNG, glTF, compressed, or not at all. */
export function describeResultForms({ api, at, newRoom }: ServedApi): void {
  describe('forms of results', () => {
    it('sends volumes in C order with spacing and origin only when set [envelope.volume] [result.volume]', async () => {
      const { preamble, data } = await api.data(at('grid'), { depth: 2 }, newRoom())
      expect(Object.entries(preamble)).toEqual([
        ['type', 'volume'],
        ['shape', [2, 2, 3]],
        ['dtype', 'float32'],
        ['spacing', [2, 1, 0.5]],
        ['origin', [10, 20, 30]],
      ])
      expect(Array.from({ length: 12 }, (_, i) => data.readFloatLE(4 * i))).toEqual(
        Array.from({ length: 12 }, (_, i) => i / 2),
      )
      const plain = await api.data(at('labels'), undefined, newRoom())
      expect(Object.keys(plain.preamble)).toEqual(['type', 'shape', 'dtype'])
      expect([...plain.data]).toEqual([1, 2, 3, 255])
    })

    it('sends point clouds as JSON, or as an envelope by Accept [result.point_cloud]', async () => {
      const json = await api.get(`/api/specimens/${at('cloud')}/data`)
      expect(json.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await json.json()).toEqual({
        type: 'point_cloud',
        points: [0, 0, 0, 1, 2, 3],
        colors: [255, 0, 0, 0, 0, 255],
        scalars: [0.5, 1],
      })
      const { preamble, data } = await readEnvelope(
        await api.get(`/api/specimens/${at('cloud')}/data`, { accept: envelopeType }),
      )
      expect(preamble).toMatchObject({ type: 'point_cloud', point_count: 2 })
      expect(data.length).toBe(24 + 6 + 8)
    })

    it('sends meshes and volumes as JSON when Accept names it, and not to clients that name it by habit [result.mesh] [result.volume]', async () => {
      for (const [id, type] of [
        ['tetra', 'mesh'],
        ['grid', 'volume'],
      ] as const) {
        const path = `/api/specimens/${at(id)}/data?room_id=${newRoom()}`
        for (const accept of [
          'application/json',
          'application/json, */*;q=0.1',
          'text/html, application/json;q=0.9',
        ]) {
          const response = await api.get(path, { accept })
          expect(response.headers.get('content-type')).toBe('application/json')
          expect(await response.json()).toMatchObject({ type })
        }
        for (const accept of [
          'application/json, text/plain, */*',
          `application/json;q=0.5, ${envelopeType}`,
          '*/*',
          'application/*',
        ]) {
          expect((await readEnvelope(await api.get(path, { accept }))).preamble.type).toBe(type)
        }
      }
    })

    it('sends images as JSON, or as PNG or an envelope by Accept [result.image]', async () => {
      const json: Body = await (
        await api.get(`/api/specimens/${at('picture')}/data?params={"width":2}`)
      ).json()
      expect(json).toEqual({
        type: 'image',
        width: 2,
        height: 2,
        channels: 3,
        dtype: 'uint8',
        data: expect.any(String),
      })
      expect([...Buffer.from(json.data, 'base64')]).toEqual(Array.from({ length: 12 }, (_, i) => i * 20))
      const png = await api.get(`/api/specimens/${at('picture')}/data?params={"width":2}`, {
        accept: 'image/png',
      })
      expect(png.headers.get('content-type')).toBe('image/png')
      expect(png.headers.get('vary')).toBe('accept')
      expect(
        Buffer.from(await png.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
      const { preamble } = await readEnvelope(
        await api.get(`/api/specimens/${at('picture')}/data`, {
          accept: `image/png;q=0.5, ${envelopeType}`,
        }),
      )
      expect(preamble).toMatchObject({ type: 'image', width: 5, height: 2, channels: 3 })
    })

    it('answers 304 to a client that has the bytes, one tag a form', async () => {
      const room = newRoom()
      const path = `/api/specimens/${at('tetra')}/data?room_id=${room}`
      const first = await api.get(path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      const same = await api.get(path, { 'if-none-match': etag })
      expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([304, 0])
      expect((await api.get(path, { 'if-none-match': etag, accept: 'model/gltf-binary' })).status).toBe(200)
      await api.data(at('tetra'), { size: 9 }, room)
      expect((await api.get(path, { 'if-none-match': etag })).status).toBe(200)
    })

    it('gives a run of the client its result by data, for a specimen and for a function’s name', async () => {
      const paths: string[] = []
      const watched: typeof fetch = async (input, init) => {
        paths.push(new URL(String(input)).pathname)
        return await fetch(input, init)
      }
      const client = createClient(api.url, { fetch: watched })
      for (const own of ['grid', 'big']) {
        let found: unknown
        for await (const event of client.run(at(own), { roomId: newRoom(), pollMilliseconds: 5 })) {
          if (event.type === 'result') found = event.result
        }
        expect(found).toMatchObject({ type: 'volume' })
        expect(paths).toContain(`/api/specimens/${encodeURIComponent(at(own))}/data`)
        expect(paths.filter((path) => path.endsWith('/result'))).toEqual([])
      }
      const missing = await api.get(`/api/specimens/${at('grid')}/data?room_id=${newRoom()}`, {
        'if-match': '*',
      })
      await expectProblem(missing, 412, 'condition.failed')
    })
  })
}
