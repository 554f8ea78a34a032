/** Facts of results over HTTP: of functions and files, kept, tagged and refused. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { createClient } from 'specimen-host/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readKnown } from '../../data/formats/files.ts'
import { type Api, createApi, expectProblem } from '../../support/api.ts'

describe('the facts of a specimen', () => {
  let folder: string
  let host: Host
  let api: Api
  let runs = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facts-'))
    for (const [id, type, name, bytes] of [
      ['pyramid', 'mesh', 'pyramid.stl', readKnown('pyramid-binary.stl')],
      ['cut', 'mesh', 'cut.stl', readKnown('pyramid-binary.stl').subarray(0, 200)],
      ['note', 'mesh', 'note.txt', Buffer.from('no format')],
    ] as const) {
      await mkdir(join(folder, id))
      await writeFile(join(folder, id, name), bytes)
      await writeFile(
        join(folder, id, 'specimen.json'),
        JSON.stringify({ type, data_file: name, axes: 'mm' }),
      )
    }
    host = await createHost({ specimens: folder, plugins: '', port: 0, logLevel: 'silent' })
    const schema = {
      type: 'object',
      properties: { size: { type: 'number', default: 1, minimum: 0.1 } },
      additionalProperties: false,
    } as const
    const triangle = (size: number) => {
      runs++
      const vertices = Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0)
      return { vertices, indices: Uint32Array.of(0, 1, 2), notes: ['It is flat.'] }
    }
    host.registerSpecimen({ id: 'triangle' }, triangle as never, { returns: 'mesh', schema })
    api = createApi(await host.listen())
  })
  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  it('are those of its result for the parameters, which is computed once with its data', async () => {
    const before = runs
    const response = await api.get(`/api/specimens/triangle/facts?params={"size":2}&room_id=once`)
    expect(response.headers.get('content-type')).toBe('application/json')
    const facts = await response.json()
    expect(facts).toMatchObject({ kind: 'mesh', unit: null, area: 2, is_closed: false, open_edge_count: 3 })
    expect(facts.notes).toEqual(['It is flat.'])
    expect(response.headers.get('specimen-notes')).toContain('It is flat.')
    await api.data('triangle', { size: 2 }, 'once')
    const again = await api.post('/api/specimens/triangle/facts', { params: { size: 2 }, room_id: 'once' })
    expect(await again.json()).toEqual(facts)
    expect(again.headers.get('server-timing')).toContain('cache;desc=hit')
    expect(runs).toBe(before + 1)
  })

  it('have a tag of their own, and are not sent again to who has them', async () => {
    const path = '/api/specimens/triangle/facts'
    const first = await api.get(path)
    const etag = first.headers.get('etag') ?? ''
    const json = await api.get('/api/specimens/triangle/data?format=json')
    expect(json.headers.get('etag')).not.toBe(etag)
    const known = await api.get(path, { 'if-none-match': etag })
    expect(known.status).toBe(304)
    const other = await api.get(`${path}?params={"size":3}`, { 'if-none-match': etag })
    expect(other.status).toBe(200)
  })

  it('are those of the result in a file, in the unit that its author says', async () => {
    const facts = await api.json('/api/specimens/pyramid/facts')
    expect(facts).toMatchObject({ kind: 'mesh', unit: 'mm', is_closed: true, euler_characteristic: 2 })
    expect(facts.place_count).toBeLessThan(3 * facts.triangle_count)
  })

  it('are refused by name for a file that holds no result', async () => {
    await expectProblem(await api.get('/api/specimens/cut/facts'), 406, 'file.undecodable')
    await expectProblem(await api.get('/api/specimens/note/facts'), 406, 'format.unknown')
  })

  it('are refused as data are: unknown ids, parameters and names', async () => {
    await expectProblem(await api.get('/api/specimens/nothing/facts'), 404, 'specimen.unknown')
    await expectProblem(await api.get('/api/specimens/triangle/facts?params=[]'), 400, 'json.syntax')
    const small = await api.get('/api/specimens/triangle/facts?params={"size":0}')
    await expectProblem(small, 422, 'params.invalid')
    await expectProblem(await api.get('/api/specimens/triangle/facts?param={}'), 400, 'request.invalid')
    const form = await api.post('/api/specimens/triangle/facts', { format: 'glb' })
    await expectProblem(form, 400, 'request.invalid')
    const elsewhere = await api.get('/api/specimens/triangle/facts?room_id=none', { 'if-match': '*' })
    await expectProblem(elsewhere, 412, 'condition.failed')
  })

  it('come through the client with their type', async () => {
    const facts = await createClient(api.url).facts('triangle', { params: { size: 4 } })
    expect(facts.kind).toBe('mesh')
    expect(facts.kind === 'mesh' && facts.area).toBe(8)
  })

  it('fit their description in the document', async () => {
    const { components, paths } = await api.json('/openapi.json')
    const { schema } =
      paths['/api/specimens/{specimen_id}/facts'].get.responses['200'].content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/Facts' })
    const facts = await api.json('/api/specimens/triangle/facts')
    const { properties, required } = components.schemas.MeshFacts
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(facts)))
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(required))
  })
})
