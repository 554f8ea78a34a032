import { describe, expect, it } from 'vitest'
import { expectProblem, getStatus } from '../../support/api.ts'
import { pixelPng, rockText } from '../../support/probe-bundle.ts'
import type { ServedApi } from './served-api.ts'

/** The list, metadata and files of specimens, and their reload. */
export function describeSpecimens({ api, at, entry }: ServedApi): void {
  describe('specimens', () => {
    it('lists static and dynamic entries with every field, sorted by id [endpoint.specimens] [specimen.is_dynamic] [specimen.id]', async () => {
      const list = await api.json('/api/specimens/')
      const ids = list.map((entry: { id: string }) => entry.id)
      expect(ids).toEqual([...ids].sort())
      expect(list.find((entry: { id: string }) => entry.id === at('rock'))).toEqual({
        id: at('rock'),
        display_name: 'A rock',
        description: '',
        type: 'mesh',
        tags: ['real'],
        is_dynamic: false,
        thumbnail_url: `/api/specimens/${encodeURIComponent(at('rock'))}/thumbnail`,
        ...entry,
        thumbnail_file: 'rock.png',
        function_name: null,
        story_text: [],
      })
      expect(list.find((entry: { id: string }) => entry.id === at('tetra'))).toMatchObject({
        display_name: 'The tetra',
        description: 'Shows tetra.',
        type: 'mesh',
        tags: ['probe'],
        is_dynamic: true,
        thumbnail_file: 'thumb.png',
        function_name: at('tetra'),
        story_text: ['One page.', 'Another.'],
      })
      expect((await api.get('/api/specimens')).status).toBe(200)
    })

    it('gives full metadata with the schema of a dynamic specimen [endpoint.specimen] [specimen.schema] [specimen.function_name] [specimen.type]', async () => {
      const tetra = await api.json(`/api/specimens/${at('tetra')}`)
      expect(tetra.schema).toMatchObject({ title: 'tetra', type: 'object', additionalProperties: false })
      expect(Object.keys(tetra.schema.properties)).toEqual(['size', 'label', 'count', 'flip', 'text'])
      expect(tetra).toMatchObject({
        function_name: at('tetra'),
        type: 'mesh',
        data_file: null,
        is_dynamic: true,
      })
    })

    it('gives the presets of a dynamic specimen, which change no call and no key', async () => {
      const small = await api.json(`/api/specimens/${at('grid-small')}`)
      expect(small.presets).toEqual([
        { name: 'Deep', params: { depth: 4 } },
        { name: 'As it is', params: {} },
      ])
      const [entry] = (await api.json('/api/specimens/')).filter((of: { id: string }) => of.id === small.id)
      for (const body of [entry, await api.json(`/api/specimens/${at('tetra')}`)])
        expect(Object.keys(body)).not.toContain('presets')
    })

    it('gives full metadata of a static specimen [specimen.display_name] [specimen.description] [specimen.tags] [specimen.thumbnail_file] [specimen.sources]', async () => {
      const rock = await api.json(`/api/specimens/${at('rock')}`)
      expect(rock).toMatchObject({
        display_name: 'A rock',
        description: '',
        tags: ['real'],
        thumbnail_file: 'rock.png',
        data_file: 'rock.stl',
        schema: null,
        view: 'wireframe=1 camera=1,0,0',
        axes: 'cm',
        license: 'CC0',
      })
      const bare = await api.json(`/api/specimens/${at('bare')}`)
      for (const word of ['view', 'axes', 'value', 'legend', 'source', 'license', 'attribution'])
        expect(Object.keys(bare)).not.toContain(word)
      expect(bare).toMatchObject({
        display_name: 'bare',
        thumbnail_url: null,
        thumbnail_file: null,
      })
    })

    it('serves thumbnails as images, and 404 where there is none [endpoint.thumbnail]', async () => {
      for (const id of ['rock', 'tetra']) {
        const response = await api.get(`/api/specimens/${encodeURIComponent(at(id))}/thumbnail`)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(Buffer.from(await response.arrayBuffer())).toEqual(pixelPng)
      }
      await expectProblem(await api.get(`/api/specimens/${at('bare')}/thumbnail`), 404, 'thumbnail.none')
      await expectProblem(await api.get(`/api/specimens/${at('nobody')}/thumbnail`), 404, 'specimen.unknown')
    })

    it('serves a static data file with name, type, ranges and conditions [endpoint.data.get]', async () => {
      const whole = await api.get(`/api/specimens/${at('rock')}/data`)
      expect(whole.headers.get('content-type')).toBe('model/stl')
      expect(whole.headers.get('content-disposition')).toBe('attachment; filename="rock.stl"')
      expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await whole.text()).toBe(rockText)
      const part = await api.get(`/api/specimens/${at('rock')}/data`, { range: 'bytes=6-9' })
      expect([part.status, await part.text()]).toEqual([206, 'rock'])
      const etag = whole.headers.get('etag') ?? ''
      expect(await getStatus(`${api.url}/api/specimens/${at('rock')}/data`, { 'if-none-match': etag })).toBe(
        304,
      )
      expect(
        await getStatus(`${api.url}/api/specimens/${at('rock')}/data`, { 'if-none-match': '"other"' }),
      ).toBe(200)
      expect((await api.post(`/api/specimens/${at('rock')}/data`, {})).status).toBe(200)
    })

    it('never calls a volume file JSON', async () => {
      expect((await api.get(`/api/specimens/${at('bare')}/data`)).headers.get('content-type')).toBe(
        'application/octet-stream',
      )
    })

    it('answers a reload with counts [endpoint.reload] [specimens.8]', async () => {
      expect(await api.json('/api/specimens/reload')).toEqual({
        count: 12,
        static: 2,
        dynamic: 10,
        functions: 10,
        bundles: 1,
        errors: [],
      })
    })
  })
}
