/** References in an exported page: inner calls run in the page, and its files and stored results are data. */
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import type { Params } from '../../../core/contract/domain/schema.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import type { DataSource, LoadRequest } from '../../../core/viewer/data/data-source.ts'
import type { FunctionCall } from '../../../core/viewer/site/function-call.ts'
import type { Site, SiteContent } from '../../../core/viewer/site/site.ts'
import { createSiteSource } from '../../../core/viewer/site/site-source.ts'

const toMesh = (edge: number): MeshResult => ({
  type: 'mesh',
  vertices: Float32Array.of(0, 0, 0, edge, 0, 0, 0, edge, 0),
  indices: Uint32Array.of(0, 1, 2),
})
const mesh = toDataSchema(['mesh'])
const toSchema = (properties: { readonly [name: string]: { readonly [key: string]: Json } }) =>
  ({ type: 'object', properties, required: [], additionalProperties: false }) as const
const schemas = {
  square: toSchema({ edge: { type: 'number', default: 2 } }),
  grow: toSchema({ mesh: { ...mesh, default: { specimen: 'square' } }, by: { type: 'number', default: 2 } }),
  cloud: toSchema({}),
}
const toBody = (id: string, isDynamic: boolean) => {
  const schema = Object.hasOwn(schemas, id) ? schemas[id as keyof typeof schemas] : null
  const said = { display_name: id, description: '', story_text: [], tags: [], type: 'mesh' as const }
  return {
    id,
    ...said,
    is_dynamic: isDynamic,
    function_name: isDynamic ? id : null,
    schema,
    thumbnail_url: null,
  }
}
const toLive = (name: keyof typeof schemas): SiteContent => ({
  kind: 'live',
  bundle: 'shapes',
  function: {
    name,
    parameters: Object.keys(schemas[name].properties),
    progress: null,
    return_type: 'mesh',
    schema: schemas[name],
  },
})

function open() {
  const contents: { readonly [id: string]: SiteContent } = {
    square: toLive('square'),
    grow: toLive('grow'),
    cloud: toLive('cloud'),
    scan: { kind: 'file', path: 'data/scan.stl', file_name: 'scan.stl' },
    slow: {
      kind: 'stored',
      note: 'It cannot run in a page.',
      results: [{ params: {}, path: 'results/slow-0.json' }],
    },
  }
  const site = {
    run_timeout: 1,
    in_page: {},
    bundles: { shapes: { module: 'shapes.js', files: {} } },
    specimens: Object.entries(contents).map(([id, content]) => ({
      body: toBody(id, content.kind !== 'file'),
      content,
    })),
  } as unknown as Site // bodies have what the source reads
  const ran: string[] = []
  const read: string[] = []
  const runFunction = async (_: string, call: FunctionCall) => {
    const { name } = call.function
    ran.push(name)
    if (name === 'cloud') return { type: 'point_cloud', points: Float32Array.of(1, 2, 3) } as const
    const [{ value } = { value: toMesh(Number(call.params.edge)) }] = call.data
    const { vertices, indices } = value as MeshResult
    return {
      type: 'mesh',
      vertices: vertices.map((at) => at * Number(call.params.by ?? 1)),
      indices,
    } as const
  }
  const load = async ({ result, files }: LoadRequest) => {
    if (files) read.push(...files.map(({ path }) => path))
    const found = result instanceof Blob || files ? toMesh(files ? 3 : 4) : result
    return { type: 'mesh', result: found } as unknown as Awaited<ReturnType<DataSource['load']>>
  }
  const source = createSiteSource(site, {
    read: async (path) => new Blob([path]),
    runFunction,
    functionScript: new Blob(),
    worker: { load, close: () => {} },
    findFile: (hash) => (hash === 'f'.repeat(64) ? { path: 'own.ply', blob: new Blob() } : undefined),
  })
  const ask = async (params: Params, specimenId = 'grow') => {
    const request = { specimenId, isDynamic: true, params, roomId: '' }
    const call = { signal: new AbortController().signal, onProgress: () => {} }
    const loaded = await source.load(request, call)
    return 'result' in loaded && 'vertices' in loaded.result ? loaded.result.vertices[3] : null
  }
  return { ask, ran, read }
}

describe('a function of a page that takes data', () => {
  it('gets those of its default, of calls with inputs and of calls inside each other', async () => {
    const { ask, ran } = open()
    expect(await ask({})).toBe(4)
    const inner = { process: 'square', inputs: { edge: 5 } }
    expect(await ask({ mesh: inner, by: 3 })).toBe(15)
    expect(await ask({ mesh: { process: 'grow', inputs: { mesh: inner } }, by: 3 })).toBe(30)
    expect(ran).toEqual(['square', 'grow', 'square', 'grow', 'grow', 'grow'])
  })

  it('runs alone when only its last parameter has changed', async () => {
    const { ask, ran } = open()
    for (const by of [1, 2, 3]) expect(await ask({ by })).toBe(2 * by)
    expect(ran).toEqual(['square', 'grow', 'grow', 'grow'])
  })

  it('gets files of the page, stored results, and a file of the user’s own', async () => {
    const { ask, read } = open()
    expect(await ask({ mesh: { specimen: 'scan' } })).toBe(6)
    expect(await ask({ mesh: { specimen: 'slow' } })).toBe(8)
    expect(await ask({ mesh: { file: 'f'.repeat(64) } })).toBe(6)
    expect(read).toEqual(['scan.stl', 'own.ply'])
  })

  it('is refused what the page lacks, and another kind, in words', async () => {
    const { ask, ran } = open()
    await expect(ask({ mesh: { specimen: 'skull' } })).rejects.toThrow('This page has no "skull".')
    await expect(ask({ mesh: { file: '0'.repeat(64) } })).rejects.toThrow('This page has no such file')
    await expect(ask({ mesh: { specimen: 'cloud' } })).rejects.toThrow(
      'mesh must be a mesh, and cloud gave a point cloud; refer to another.',
    )
    await expect(ask({ mesh: { process: 'slow', inputs: { a: 1 } } })).rejects.toThrow(
      'It cannot run in a page.',
    )
    expect(ran).toEqual(['cloud'])
  })

  it('follows no circle', async () => {
    const { ask } = open()
    const deep = [...new Array(9)].reduce((mesh: Json) => ({ process: 'grow', inputs: { mesh } }), {
      specimen: 'square',
    })
    await expect(ask({ mesh: deep })).rejects.toThrow('8 deep')
  })
})
