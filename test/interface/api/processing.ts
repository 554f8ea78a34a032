import { describe, expect, it } from 'vitest'
import { type Body, envelopeType, expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Functions called by name. */
export function describeProcessing({ api, at, newRoom }: ServedApi): void {
  describe('processing', () => {
    it('lists every function with schema and return type, sorted [endpoint.functions] [schema.progress]', async () => {
      const list = await api.json('/api/processing/functions')
      const names = list.map(({ name }: { name: string }) => name)
      expect(names).toEqual([...names].sort())
      const chatty = list.find(({ name }: { name: string }) => name === at('chatty'))
      expect(chatty).toMatchObject({ return_type: 'volume', description: 'Does chatty.' })
      expect(Object.keys(chatty.schema.properties)).toEqual(['messages'])
    })

    it('gives the schema of one function, 404 for an unknown one [endpoint.schema] [processing.1] [error.404]', async () => {
      const schema = await api.json(`/api/processing/functions/${at('tetra')}/schema`)
      expect(schema.properties).toMatchObject({
        size: { type: 'number', default: 1 },
        label: { enum: ['plain', 'lit'] },
        count: { type: 'integer' },
        flip: { type: 'boolean' },
        text: { type: 'string' },
      })
      await expectProblem(
        await api.get(`/api/processing/functions/${encodeURIComponent(at('nobody'))}/schema`),
        404,
        'function.unknown',
      )
    })

    it('returns the typed result as JSON, never an envelope [endpoint.invoke] [processing.4] [invoke.function_name]', async () => {
      const response = await api.post(
        '/api/processing/invoke',
        { function_name: at('grid') },
        { accept: envelopeType },
      )
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      const volume: Body = await response.json()
      expect(volume).toEqual({
        type: 'volume',
        shape: [2, 2, 3],
        dtype: 'float32',
        data: expect.any(String),
        spacing: [2, 1, 0.5],
        origin: [10, 20, 30],
      })
      expect(Buffer.from(volume.data, 'base64').readFloatLE(4)).toBe(0.5)
      const mesh: Body = await (
        await api.post('/api/processing/invoke', { function_name: at('tetra'), kwargs: { label: 'lit' } })
      ).json()
      expect(Object.keys(mesh)).toEqual(['type', 'vertices', 'indices', 'normals'])
      expect(mesh.vertices.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 0])
    })

    it('binds args by position and kwargs by name to one cache entry [invoke.args] [invoke.kwargs] [processing.3]', async () => {
      const room = newRoom()
      const invoke = async (call: object): Promise<Body> =>
        await (
          await api.post('/api/processing/invoke', { function_name: at('tetra'), room_id: room, ...call })
        ).json()
      const first = await invoke({ args: [2, 'lit'], kwargs: { count: 7 } })
      expect(await invoke({ kwargs: { label: 'lit', count: 7, size: 2 } })).toEqual(first)
      expect(await invoke({ args: [2, 'lit', 7, false, ''] })).toEqual(first)
      const { data } = await api.data(at('tetra'), { size: 2, label: 'lit', count: 7 }, room)
      expect(data.readFloatLE(44)).toBe(first.vertices[11])
    })

    it('answers 404 for an unknown function and 400 without a name [processing.2] [error.404]', async () => {
      await expectProblem(
        await api.post('/api/processing/invoke', { function_name: at('nobody') }),
        404,
        'function.unknown',
      )
      await expectProblem(await api.post('/api/processing/invoke', {}), 400, 'request.invalid')
    })

    it('calls a function by name under the schema of the one specimen that shows it', async () => {
      const picture: Body = await (
        await api.post('/api/processing/invoke', { function_name: at('picture') })
      ).json()
      expect(picture.width).toBe(5)
      await expectProblem(
        await api.post('/api/processing/invoke', { function_name: at('picture'), args: [7] }),
        422,
        'params.invalid',
      )
    })

    it.each([
      ['throw', 'the sample is upside down'],
      ['nan', 'vertices[0] must be finite (got NaN)'],
      ['range', 'indices[2] must be below'],
      ['type', 'Float32Array'],
      ['nothing', 'undefined'],
      ['null', 'null'],
      ['exit', 'ended its'],
    ])('answers 500 function.failed when a function fails by %s', async (how, text) => {
      const problem = await expectProblem(
        await api.post('/api/processing/invoke', { function_name: at('failing'), args: [how] }),
        500,
        'function.failed',
      )
      expect(problem.detail).toContain(text)
      expect(problem.detail).toContain('failing')
      expect(problem.detail).toContain('probe')
      expect(JSON.stringify(problem)).not.toMatch(/\bat .*:\d+:\d+/)
    })
  })
}
