/** What results are made of: at addresses of their own, with jobs, and in the files that are written of them. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema, toFileSchema } from '../../../core/contract/domain/data-ref.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import type { Body } from '../../support/api.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeTokens } from '../../support/write-tokens.ts'

const source = `
export const square = (edge) => ({
  vertices: Float32Array.of(0, 0, 0, edge, 0, 0, 0, edge, 0),
  indices: Uint32Array.of(0, 1, 2),
})
export const grow = (mesh, factor) => ({ ...mesh, vertices: mesh.vertices.map((value) => value * factor) })
export const weigh = (file) => ({ points: Float32Array.of(file.bytes.length, 0, 0) })
export const grid = (mesh) => ({ shape: [1, 1, mesh.vertices.length], data: Uint8Array.from(mesh.vertices) })
`
const mesh = toDataSchema(['mesh'])
const ply = [
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z',
  'element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n',
].join('\n')

let host: Host
let folder: string
let textOfToken: (name: string) => string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'provenance-'))
  const data = mkdtempSync(join(tmpdir(), 'provenance-data-'))
  writeFileSync(join(data, 'rock.ply'), ply)
  const taken = { mesh: { ...mesh, default: { specimen: 'square' } } }
  makeBundle(folder, {
    name: 'shapes',
    source,
    functions: [
      { name: 'square', returns: 'mesh', properties: { edge: { type: 'number', default: 2 } } },
      { name: 'grow', returns: 'mesh', properties: { ...taken, factor: { type: 'number', default: 2 } } },
      { name: 'grid', returns: 'volume', properties: taken },
      { name: 'weigh', returns: 'point_cloud', properties: { file: toFileSchema(['.ply']) } },
    ],
  })
  const written = writeTokens({ ada: {}, narrow: { specimens: ['grow'] } })
  textOfToken = written.textOfToken
  const { tokens } = written
  host = await createHost({ plugins: folder, specimens: '', data, tokens, logLevel: 'silent' })
  const parts = { left: 'mesh', right: 'mesh' } as const
  host.registerSpecimen({ id: 'pair' }, (given: object) => ({ left: given, right: given }), {
    returns: { type: 'scene', parts },
    schema: { type: 'object', properties: taken },
  })
})
afterAll(async () => {
  await host.close()
})

const get = async (url: string, query: { readonly [name: string]: string } = {}, token = 'ada') =>
  await host.inject({ url, query, headers: { authorization: `Bearer ${textOfToken(token)}` } })
const post = async (url: string, payload: Body | Buffer, headers = {}) => {
  const authorization = `Bearer ${textOfToken('ada')}`
  return await host.inject({ method: 'POST', url, payload, headers: { authorization, ...headers } })
}
const trace = async (id: string, params: object, token = 'ada') =>
  await get(`/api/specimens/${id}/provenance`, { params: JSON.stringify(params) }, token)

const inner = { process: 'grow', inputs: { mesh: { process: 'square', inputs: { edge: 5 } }, factor: 3 } }

describe('the provenance of a result', () => {
  it('has each call once, with its parameters, code and keys, and equal ones of equal trees', async () => {
    const answer = await trace('grow', { mesh: inner })
    expect(answer.statusCode).toBe(200)
    const { entity, activity, used, wasGeneratedBy, wasAssociatedWith, agent } = answer.json()
    expect(Object.keys(activity)).toEqual(['specimen:run-1', 'specimen:run-2', 'specimen:run-3'])
    const written = activity['specimen:run-2']['specimen:parameters']
    expect(JSON.parse(written.$)).toEqual({ mesh: { 'prov:entity': 'specimen:result-3' }, factor: 3 })
    expect(used['_:use-1-1']).toEqual({
      'prov:activity': 'specimen:run-1',
      'prov:entity': 'specimen:result-2',
      'prov:role': '/mesh',
      'specimen:id': 'grow',
    })
    expect(wasGeneratedBy['_:generation-3']).toEqual({
      'prov:entity': 'specimen:result-3',
      'prov:activity': 'specimen:run-3',
    })
    expect(wasAssociatedWith['_:association-1']['prov:plan']).toBe('specimen:code-grow')
    expect(entity['specimen:code-grow']['specimen:revision']).toMatch(/^[0-9a-f]{64}$/)
    expect(entity['specimen:result-1']).toMatchObject({
      'specimen:kind': 'mesh',
      'specimen:key': expect.stringMatching(/^grow:[0-9a-f]{64}$/),
    })
    expect(agent['specimen:host']['specimen:version']).toBeTypeOf('string')
    expect(answer.body).not.toContain(folder)
    const reordered = { factor: 2, mesh: { inputs: { factor: 3, mesh: inner.inputs.mesh }, process: 'grow' } }
    const again = await trace('grow', reordered)
    expect([again.body, again.headers.etag]).toEqual([answer.body, answer.headers.etag])
    const posted = await post('/api/specimens/grow/provenance', { params: reordered })
    expect(posted.body).toBe(answer.body)
    expect((await trace('grow', { mesh: inner, factor: 4 })).body).not.toBe(answer.body)
  })

  it('is of files too: of a specimen, and of one that was brought, by its hash and name', async () => {
    const id = 'rock.ply'
    const rock = (await trace(id, {})).json().entity['specimen:result-1']
    expect(rock).toMatchObject({ 'specimen:kind': 'mesh', 'specimen:id': id, 'specimen:file': 'rock.ply' })
    const type = { 'content-type': 'application/octet-stream' }
    const { file } = (await post('/api/files?name=my.ply', Buffer.from(ply), type)).json()
    const { entity } = (await trace('grow', { mesh: { file } })).json()
    expect(entity['specimen:result-2']).toMatchObject({ 'specimen:sha256': file, 'specimen:file': 'my.ply' })
  })

  it('is of files that a function takes as they are', async () => {
    const type = { 'content-type': 'application/octet-stream' }
    const { file } = (await post('/api/files?name=my.ply', Buffer.from(ply), type)).json()
    const brought = (await trace('weigh', { file: { file, name: 'other.ply' } })).json()
    const [name] = Object.keys(brought.entity).filter((each) => each.startsWith('specimen:file-'))
    expect(brought.entity[name ?? '']).toEqual({ 'specimen:sha256': file, 'specimen:file': 'other.ply' })
    expect(Object.values(brought.used)).toEqual([
      { 'prov:activity': 'specimen:run-1', 'prov:entity': name, 'prov:role': '/file' },
    ])
    const written = brought.activity['specimen:run-1']['specimen:parameters']
    expect(JSON.parse(written.$)).toEqual({ file: { 'prov:entity': name } })
    const { entity } = (await trace('weigh', { file: { specimen: 'rock.ply' } })).json()
    expect(entity[name ?? '']).toMatchObject({ 'specimen:id': 'rock.ply', 'specimen:file': 'rock.ply' })
  })

  it('shows nothing to whom its calls are not shown, and names none of them', async () => {
    const hidden = await trace('grow', { mesh: { process: 'square', inputs: { edge: 3 } } }, 'narrow')
    const absent = await trace('grow', { mesh: { process: 'squbre', inputs: { edge: 3 } } }, 'narrow')
    expect([hidden.statusCode, absent.statusCode]).toEqual([404, 404])
    expect(hidden.body).toBe(absent.body.replaceAll('squbre', 'square'))
    const own = await get('/api/specimens/grow/data', {}, 'narrow')
    const of = 'The default of mesh of grow leads to data that this host does not have, or not for you; '
    expect([own.statusCode, own.json().detail]).toEqual([404, expect.stringContaining(of)])
    expect(own.body).not.toContain('square')
    expect((await trace('grow', {}, 'narrow')).body).not.toContain('square')
  })

  it('is that of a job, for its caller', async () => {
    const started = (await post('/api/specimens/grow/start', { params: { mesh: inner } })).json()
    const url = `/api/jobs/${started.job_id}/provenance`
    expect((await get(url)).json()).toEqual((await trace('grow', { mesh: inner })).json())
    expect((await get(url, {}, 'narrow')).statusCode).toBe(404)
  })
})

describe('a file of a result with data', () => {
  const save = async (id: string, format: string, params: object) => {
    const answer = await get(`/api/specimens/${id}/data`, { format, params: JSON.stringify(params) })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    return answer
  }
  const taken = { mesh: { process: 'square', inputs: { edge: 7 } } }
  const find: { readonly [format: string]: (bytes: Buffer) => string } = {
    json: (bytes) => JSON.stringify(JSON.parse(bytes.toString()).provenance),
    glb: (bytes) => {
      const { asset } = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)))
      return asset.extras.provenance
    },
    nrrd: (bytes) =>
      /^provenance:=(.*)$/m.exec(bytes.toString('latin1'))?.[1]?.replaceAll('\\\\', '\\') ?? '',
    nifti: (bytes) => {
      expect([bytes.readUInt8(348), bytes.readInt32LE(352) % 16, bytes.readInt32LE(356)]).toEqual([1, 0, 6])
      expect(bytes.readFloatLE(108)).toBe(352 + bytes.readInt32LE(352))
      return bytes.toString('utf8', 360, 352 + bytes.readInt32LE(352)).replace(/\0+$/, '')
    },
    zip: (bytes) => {
      const at = bytes.indexOf('provenance.json')
      return bytes.toString(
        'utf8',
        at + 'provenance.json'.length,
        at + 'provenance.json'.length + bytes.readUInt32LE(at - 8),
      )
    },
  }

  it.each([
    ['grow', 'json'],
    ['grow', 'glb'],
    ['grid', 'nrrd'],
    ['grid', 'nifti'],
    ['grid', 'json'],
    ['pair', 'zip'],
    ['pair', 'glb'],
    ['pair', 'json'],
  ])('of %s as %s has its provenance, by which its tag is known', async (id, format) => {
    const [first, second, other] = [
      await save(id, format, taken),
      await save(id, format, taken),
      await save(id, format, { mesh: { process: 'square', inputs: { edge: 8 } } }),
    ]
    const text = find[format]?.(first.rawPayload) ?? ''
    expect(JSON.parse(text)).toEqual((await trace(id, taken)).json())
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(other.headers.etag).not.toBe(first.headers.etag)
  })

  it('comes back as what was written', async () => {
    for (const [id, format] of [
      ['grow', 'glb'],
      ['grid', 'nrrd'],
      ['grid', 'nifti'],
    ] as const) {
      const { rawPayload } = await save(id, format, taken)
      const type = { 'content-type': 'application/octet-stream' }
      const ending = format === 'nifti' ? 'nii' : format
      const brought = await post(`/api/files?name=back.${ending}`, rawPayload, type)
      expect([brought.statusCode, brought.json().kind]).toEqual([200, id === 'grow' ? 'mesh' : 'volume'])
    }
    const { file } = (
      await post('/api/files?name=b.glb', (await save('grow', 'glb', taken)).rawPayload, {
        'content-type': 'application/octet-stream',
      })
    ).json()
    const again = JSON.parse((await save('grow', 'json', { mesh: { file }, factor: 1 })).body)
    expect(again.vertices).toEqual([0, 0, 0, 14, 0, 0, 0, 14, 0])
  })

  it('is as before where its function takes none', async () => {
    const answer = await save('square', 'json', {})
    expect(Object.keys(answer.json())).toEqual(['type', 'vertices', 'indices'])
  })
})

describe('a run with data', () => {
  it('is shown as a tree with the state of each call, and its lines name them', async () => {
    const ended = createDeferred<void>()
    const begun = createDeferred<void>()
    const code = await createHost({ plugins: '', specimens: '', logLevel: 'silent' })
    const flat = { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
    const schema = { type: 'object', properties: { of: mesh }, required: ['of'] } as const
    code.registerFunction('first', () => flat, { returns: 'mesh' })
    code.registerFunction(
      'second',
      async () => {
        begun.resolve()
        await ended.promise
        return flat
      },
      { returns: 'mesh', schema },
    )
    code.registerSpecimen({ id: 'third' }, () => flat, { returns: 'mesh', schema })
    const params = { of: { process: 'second', inputs: { of: { specimen: 'first' } } } }
    const payload = { params }
    const { job_id: id } = (
      await code.inject({ method: 'POST', url: '/api/specimens/third/start', payload })
    ).json()
    await begun.promise
    const view = (await code.inject(`/api/jobs/${id}/progress`)).json()
    expect(view.nodes).toEqual([
      { name: 'third', state: 'waiting', level: 0 },
      { name: 'second', state: 'running', level: 1 },
      { name: 'first', state: 'done', level: 2 },
    ])
    expect(view.messages.map(({ text }: Body) => text)).toEqual(['1 of 3: first', '2 of 3: second'])
    ended.resolve()
    await expect
      .poll(async () => (await code.inject(`/api/jobs/${id}/progress?since=9&wait=5`)).json())
      .toEqual({ status: 'done', messages: [], error: null })
    await code.close()
  })

  it('counts each run that it begins in the rate of its client', async () => {
    const code = await createHost({ plugins: '', specimens: '', logLevel: 'silent', runRate: 60 })
    const flat = { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
    const list = { type: 'array', items: mesh, maxItems: 16 } as const
    const seed = { type: 'object', properties: { seed: { type: 'integer', default: 0 } } } as const
    code.registerFunction('leaf', () => flat, { returns: 'mesh', schema: seed })
    const schema = { type: 'object', properties: { of: list } } as const
    code.registerSpecimen({ id: 'many' }, () => flat, { returns: 'mesh', schema })
    const ask = async (seeds: readonly number[]) => {
      const of = seeds.map((seed) => ({ process: 'leaf', inputs: { seed } }))
      return await code.inject({ url: '/api/specimens/many/data', query: { params: JSON.stringify({ of }) } })
    }
    // Ten at once: one request, two leaves of it that run, and then one with none that runs.
    expect((await ask([1, 2, 1])).statusCode).toBe(200)
    expect((await ask([2, 1])).statusCode).toBe(200)
    expect((await ask([3, 4, 5, 6, 7, 8, 9, 10])).statusCode).toBe(200)
    const refused = await ask([1])
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'client.limited'])
    await code.close()
  })

  it('ahead of its use has its data run as late as itself, and takes those that are kept', async () => {
    const rooms: string[] = []
    const logDestination = {
      write: (line: string) => {
        const { cache, function: name, msg, room } = JSON.parse(line)
        if (msg === 'cache miss' && cache && name === 'leaf') rooms.push(room)
      },
    }
    const code = await createHost({ plugins: '', specimens: '', logDestination })
    const flat = { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
    code.registerFunction('leaf', () => flat, { returns: 'mesh' })
    const factor = { type: 'number', default: 1 } as const
    const schema = { type: 'object', properties: { of: mesh, factor }, required: ['of'] } as const
    code.registerSpecimen({ id: 'whole' }, () => flat, { returns: 'mesh', schema })
    const ask = async (room_id: string, factor: number) => {
      const query = { params: JSON.stringify({ of: { specimen: 'leaf' }, factor }), room_id }
      expect((await code.inject({ url: '/api/specimens/whole/data', query })).statusCode).toBe(200)
    }
    await ask('lab~ahead-1', 1)
    await ask('lab~ahead-2', 2)
    expect(rooms).toEqual([expect.stringMatching(/^data [0-9a-f]{64}~ahead-data$/)])
    await ask('lab', 3)
    await ask('lab~ahead-3', 4)
    expect(rooms.slice(1)).toEqual([expect.stringMatching(/^data [0-9a-f]{64}$/)])
    await code.close()
  })
})
