/**
 * Results as files of other programs, asked for by `Accept` and by `format`, and read back by the readers of
 * others: three, nifti-reader-js, Khronos' validator, and Python with NumPy where they are.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import * as nifti from 'nifti-reader-js'
import { type CodeFunctionOptions, createHost, type Host } from 'specimen-host'
import { NRRDLoader } from 'three/examples/jsm/loaders/NRRDLoader.js'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataForm, dataForms } from '../../../core/contract/domain/result/forms.ts'
import { kinds } from '../../../core/contract/domain/result/kinds.ts'
import { type MeshResult, resultTypes } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { readKnown } from '../../data/formats/files.ts'
import { expectProblem } from '../../support/api.ts'

/** A tetrahedron, and a triangle without an area at its end. */
const mesh = {
  vertices: Float32Array.of(0, 0, 0, 1.5, 0, 0, 0, 1e-7, 0, 0, 0.1, 12_345_678),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 1, 1, 2),
}
const tetrahedron = {
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: mesh.indices.subarray(0, 12),
}
const colors = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 127, 254)
const normals = Float32Array.of(0, 0, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1)
const scalars = Float32Array.of(0.5, -1, 2, 1 / 3)
const painted = { ...mesh, normals, colors, scalars }
const samples = Int16Array.from({ length: 24 }, (_, i) => 100 * i - 700)
const grid = { shape: [2, 3, 4], data: samples, spacing: [3, 2, 1.5], origin: [30, 20, -10] }
const pixels = Uint16Array.from({ length: 24 }, (_, i) => 2700 * i)

let host: Host
let url: string
let folder: string
let runs = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forms-'))
  mkdirSync(join(folder, 'pyramid'))
  writeFileSync(join(folder, 'pyramid/specimen.json'), '{"type":"mesh","data_file":"pyramid.stl"}')
  writeFileSync(join(folder, 'pyramid/pyramid.stl'), readKnown('pyramid-binary.stl'))
  host = await createHost({ plugins: 'nowhere', specimens: folder, port: 0, logLevel: 'silent' })
  const add = (id: string, result: () => unknown, returns: NonNullable<CodeFunctionOptions['returns']>) =>
    host.registerSpecimen({ id }, result as () => never, { returns }) // the results of each kind
  add('plain', () => mesh, 'mesh')
  add('mesh', () => ({ ...painted, unit: 'cm' }), 'mesh')
  for (const [id, view] of Object.entries({ hard: 'creaseAngle=0', smooth: 'up=y creaseAngle=180' }))
    host.registerSpecimen({ id, view }, () => tetrahedron, { returns: 'mesh' })
  add('empty', () => ({ vertices: new Float32Array(), indices: new Uint32Array() }), 'mesh')
  add('point_cloud', () => ({ points: mesh.vertices, colors, scalars }), 'point_cloud')
  add('bare', () => ({ points: mesh.vertices }), 'point_cloud')
  add('volume', () => ({ ...grid, unit: 'mm', orientation: 'LPS' }), 'volume')
  add('nowhere', () => ({ shape: grid.shape, data: samples }), 'volume')
  add('long', () => ({ shape: [1, 1, 40_000], data: new Uint8Array(40_000) }), 'volume')
  add('image', () => ({ width: 4, height: 2, channels: 3, data: pixels }), 'image')
  add('lines', () => ({ points: mesh.vertices, starts: Uint32Array.of(0, 2), colors, scalars }), 'lines')
  add('arrows', () => ({ points: mesh.vertices, vectors: normals, colors }), 'arrows')
  add(
    'table',
    () => ({ columns: [{ name: 'size', unit: 'mm', values: Float64Array.of(1, Number.NaN, 3) }] }),
    'table',
  )
  add('labels', () => ({ points: mesh.vertices.slice(0, 6), texts: ['a', '"b", c'] }), 'labels')
  const found = {
    scan: grid,
    skull: { ...painted, look: { opacity: 0.5 } },
    names: { points: normals, texts: [...'abcd'] },
  }
  add('scene', () => found, { type: 'scene', parts: { scan: 'volume', skull: 'mesh', names: 'labels' } })
  add('counted', () => ({ ...mesh, vertices: mesh.vertices.map((x) => x + ++runs) }), 'mesh')
  url = await host.listen()
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const get = (id: string, query = '', headers: { readonly [name: string]: string } = {}) =>
  fetch(`${url}/api/specimens/${id}/data?room_id=${id}&${query}`, { headers })

async function read(id: string, form: DataForm): Promise<Uint8Array<ArrayBuffer>> {
  const response = await get(id, '', { accept: dataForms[form].mediaType })
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
    200,
    dataForms[form].mediaType,
  ])
  return new Uint8Array(await response.arrayBuffer())
}

/** Returns the corners of each triangle of a mesh, one after the other. */
const corners = (of: Pick<MeshResult, 'vertices' | 'indices'>) =>
  Float32Array.from([...of.indices].flatMap((i) => [...of.vertices.slice(3 * i, 3 * i + 3)]))
const rounded = (list: ArrayLike<number> | undefined) =>
  Array.from(list ?? [], (value) => Number(value.toPrecision(5)))

describe('the forms of a result', () => {
  const every = resultTypes.flatMap((type) =>
    kinds[type].forms.map((form): [string, DataForm] => [type, form]),
  )

  it.each(every)('of a %s have %s by Accept and by format, with a tag and Vary', async (type, form) => {
    const { mediaType, ending } = dataForms[form]
    const asked = await get(type, '', { accept: mediaType, 'accept-encoding': 'identity' })
    const bytes = Buffer.from(await asked.arrayBuffer())
    const named = await get(type, `format=${form}`, { 'accept-encoding': 'identity' })
    expect(Buffer.from(await named.arrayBuffer()).equals(bytes)).toBe(true)
    expect(named.headers.get('content-disposition')).toBe(`attachment; filename="${type}${ending}"`)
    expect(asked.headers.get('content-disposition')).toBeNull()
    const etag = asked.headers.get('etag') ?? ''
    expect([named.headers.get('etag'), etag.startsWith('"')]).toEqual([etag, true])
    expect(asked.headers.get('vary')).toContain('accept')
    expect(
      (await get(type, '', { accept: mediaType, 'accept-encoding': 'identity', 'if-none-match': etag }))
        .status,
    ).toBe(304)
    const part = await get(type, '', { accept: mediaType, 'accept-encoding': 'identity', range: 'bytes=0-1' })
    expect([
      part.status,
      createHash('md5')
        .update(await part.bytes())
        .digest('hex'),
    ]).toEqual([200, createHash('md5').update(bytes).digest('hex')])
  })

  it('have a tag of their own each', async () => {
    const tags = await Promise.all(
      every.map(async ([type, form]) => (await get(type, `format=${form}`)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(every.length)
  })

  it('are compressed as asked where they are no archives', async () => {
    const codingOf = async (form: DataForm) => {
      const response = await get('mesh', `format=${form}`, { 'accept-encoding': 'gzip' })
      await response.arrayBuffer()
      return response.headers.get('content-encoding')
    }
    expect([await codingOf('3mf'), await codingOf('glb')]).toEqual([null, null])
  })

  it('are in the body of a POST as well', async () => {
    const post = (format: unknown) =>
      fetch(`${url}/api/specimens/plain/data`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ format }),
      })
    expect((await post('stl')).headers.get('content-type')).toBe('model/stl')
    for (const wrong of ['step', '', 3, ['stl']]) {
      if (wrong !== '') await expectProblem(await post(wrong), 400, 'request.invalid')
    }
    const started = await fetch(`${url}/api/specimens/plain/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"format":"stl"}',
    })
    await expectProblem(started, 400, 'request.invalid')
  })
})

describe('a format that cannot be had', () => {
  it.each([
    ['mesh', 'png'],
    ['volume', 'glb'],
    ['pyramid', 'nifti'],
  ])('is for %s and %s refused as format, whatever Accept names', async (id, format) => {
    for (const accept of ['*/*', 'model/stl']) {
      const { detail } = await expectProblem(
        await get(id, `format=${format}`, { accept }),
        406,
        'form.unavailable',
      )
      expect(detail).toContain(` and not as "${format}". Name one of these as the format.`)
      expect(detail).not.toContain('Accept names')
    }
  })
})

describe('an Accept that names only what cannot be had', () => {
  it.each([
    ['mesh', 'model/step'],
    ['mesh', 'image/png, text/html;q=0.3'],
    ['mesh', 'nonsense'],
    ['volume', 'model/stl'],
    ['image', 'application/x-nifti'],
    ['point_cloud', 'model/obj;q=1, application/json;q=0'],
  ])('is for a %s and %s refused with the list', async (type, accept) => {
    const { detail } = await expectProblem(await get(type, '', { accept }), 406, 'form.unavailable')
    expect(detail).toContain(`Accept names ${JSON.stringify(accept)} only.`)
    for (const form of kinds[type as keyof typeof kinds].forms) expect(detail).toContain(`(${form})`) // a kind
  })

  it.each([
    '',
    '*/*',
    'model/step, */*;q=0.1',
    'application/octet-stream',
    'application/json;q=0',
    'model/*',
  ])('is none when it is %j', async (accept) => {
    expect((await get('mesh', '', { accept })).status).toBe(200)
  })

  it('computes nothing', async () => {
    await expectProblem(await get('counted', '', { accept: 'image/png' }), 406, 'form.unavailable')
    await expectProblem(await get('counted', 'format=png'), 406, 'form.unavailable')
    await expectProblem(await get('counted', 'format=step'), 400, 'request.invalid')
    await expectProblem(await get('counted', 'format=stl&format=obj'), 400, 'request.invalid')
    expect(runs).toBe(0)
  })

  it('is refused for the file of a static specimen too, which comes by its own type and any of its forms', async () => {
    const typeOf = async (query: string, accept: string) =>
      (await get('pyramid', query, { accept })).headers.get('content-type')
    expect(await typeOf('', 'model/stl')).toBe('model/stl')
    expect(await typeOf('format=stl', '*/*')).toBe('model/stl')
    expect(await typeOf('format=obj', '*/*')).toBe('model/obj')
    expect(await typeOf('', 'model/ply')).toBe('model/ply')
    await expectProblem(await get('pyramid', '', { accept: 'image/png' }), 406, 'form.unavailable')
    await expectProblem(await get('pyramid', 'format=nifti'), 406, 'form.unavailable')
  })

  it('is told for a volume that NIfTI cannot hold', async () => {
    const { detail } = await expectProblem(await get('long', 'format=nifti'), 406, 'form.unavailable')
    expect(detail).toContain('NIfTI takes 32767 samples along an axis, and this has 1×1×40000; ask for nrrd')
  })
})

describe('a mesh is read', () => {
  it('as STL by three, with the normals of its triangles', async () => {
    const geometry = new STLLoader().parse((await read('mesh', 'stl')).buffer)
    expect(geometry.getAttribute('position').array).toEqual(corners(mesh))
    const found = geometry.getAttribute('normal').array
    expect([...found.slice(0, 3)]).toEqual([0, 0, -1])
    expect([...found.slice(-3)]).toEqual([0, 0, 0])
    expect((await read('empty', 'stl')).length).toBe(84)
  })

  it('as PLY by three, with normals and colours, and with its values by this program', async () => {
    const bytes = await read('mesh', 'ply')
    const geometry = new PLYLoader().parse(bytes.buffer)
    expect(geometry.getAttribute('position').array).toEqual(mesh.vertices)
    expect(geometry.getAttribute('normal').array).toEqual(normals)
    expect(Array.from(geometry.getIndex()?.array ?? [])).toEqual([...mesh.indices])
    expect(geometry.getAttribute('color').count).toBe(4)
    expect(await decodeFile(bytes, 'a.ply')).toEqual({ type: 'mesh', ...painted, valueName: 'value' })
    expect(await decodeFile(await read('plain', 'ply'), 'a.ply')).toEqual({ type: 'mesh', ...mesh })
  })

  it('as OBJ by three, and with its colours by this program', async () => {
    const bytes = await read('mesh', 'obj')
    const [found] = new OBJLoader().parse(Buffer.from(bytes).toString()).children
    const { geometry } = found as unknown as { geometry: ReturnType<STLLoader['parse']> } // a mesh
    expect(geometry.getAttribute('position').array).toEqual(corners(mesh))
    expect(geometry.getAttribute('normal').array.slice(0, 3)).toEqual(normals.slice(0, 3))
    const own = await decodeFile(bytes, 'a.obj')
    expect(own.type === 'mesh' && corners(own)).toEqual(corners(mesh))
    // Vertices are in the order of their first corner: 0, 2, 1, 3.
    expect(own).toMatchObject({ colors: Uint8Array.of(255, 0, 0, 0, 0, 255, 0, 255, 0, 1, 127, 254) })
    const plain = await decodeFile(await read('plain', 'obj'), 'a.obj')
    expect(plain.type === 'mesh' && corners(plain)).toEqual(corners(mesh))
  })
})

describe('a point cloud is read', () => {
  it('as PLY by three and as CSV by this program', async () => {
    const bytes = await read('point_cloud', 'ply')
    expect(new PLYLoader().parse(bytes.buffer).getAttribute('position').array).toEqual(mesh.vertices)
    const cloud = { type: 'point_cloud', points: mesh.vertices, colors, scalars, valueName: 'value' }
    expect(await decodeFile(bytes, 'a.ply')).toEqual(cloud)
    expect(await decodeFile(await read('point_cloud', 'csv'), 'a.csv')).toEqual(cloud)
    expect(Buffer.from(await read('bare', 'csv')).toString()).toMatch(
      /^x,y,z\n0,0,0\n1\.5,0,0\n0,1\.0+1168\d+e-7,0\n/,
    )
  })

  it('as glTF by the validator of Khronos, which finds nothing in it', async () => {
    for (const id of ['point_cloud', 'bare']) {
      const bytes = await read(id, 'glb')
      const { issues } = await validateBytes(bytes)
      expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([])
      expect(await decodeFile(bytes, 'a.glb')).toMatchObject({ type: 'point_cloud', points: mesh.vertices })
    }
  })
})

describe('a mesh without normals', () => {
  it('has in glTF the hard edges of its view, which is part of its tag', async () => {
    const count = async (id: string) =>
      ((await decodeFile(await read(id, 'glb'), 'a.glb')) as MeshResult).vertices.length / 3
    expect(await Promise.all(['smooth', 'hard'].map(count))).toEqual([4, 12])
    const tagOf = async (id: string) => (await get(id, 'format=glb')).headers.get('etag')
    expect(await tagOf('hard')).not.toBe(await tagOf('smooth'))
  })
})

describe('a volume is read', () => {
  it('as NIfTI by nifti-reader-js, with its place in the world', async () => {
    const { buffer } = await read('volume', 'nifti')
    const header = nifti.readHeader(buffer)
    expect(header.dims.slice(0, 4)).toEqual([3, 4, 3, 2])
    expect(header.pixDims.slice(1, 4)).toEqual([1.5, 2, 3])
    expect(header.affine).toEqual([
      [-1.5, 0, 0, 10],
      [0, -2, 0, -20],
      [0, 0, 3, 30],
      [0, 0, 0, 1],
    ])
    expect([header.xyzt_units, header.sform_code, header.qform_code]).toEqual([2, 1, 0])
    expect(new Int16Array(nifti.readImage(header, buffer))).toEqual(samples)
    const bare = nifti.readHeader((await read('nowhere', 'nifti')).buffer)
    expect([bare.sform_code, bare.xyzt_units]).toEqual([0, 0])
  })

  it('as NRRD by three and, with its place, by this program', async () => {
    const bytes = await read('volume', 'nrrd')
    // Its types are those of an older version.
    const found = new NRRDLoader().parse(bytes.buffer as unknown as string)
    expect([found.xLength, found.yLength, found.zLength]).toEqual([4, 3, 2])
    expect(found.data).toEqual(samples)
    expect(await decodeFile(bytes, 'a.nrrd')).toMatchObject({
      shape: grid.shape,
      data: samples,
      spacing: grid.spacing,
      orientation: 'LPS',
    })
    const { origin: _, spacing: _own, ...bare } = grid
    expect(await decodeFile(await read('nowhere', 'nrrd'), 'a.nrrd')).toMatchObject(bare)
  })

  it('as NPY by this program, as an image is', async () => {
    expect(await decodeFile(await read('volume', 'npy'), 'a.npy')).toMatchObject({
      type: 'volume',
      shape: grid.shape,
      data: samples,
    })
    expect(await decodeFile(await read('image', 'npy'), 'a.npy')).toMatchObject({ width: 4, data: pixels })
  })
})

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0
if (!hasNumpy) console.warn('NPY, CSV and 3MF are not read by Python: there is no python3 with NumPy')

it.runIf(hasNumpy)('Python reads NPY and CSV by NumPy, and the zip and the XML of a 3MF', async () => {
  for (const [id, form] of [
    ['volume', 'npy'],
    ['image', 'npy'],
    ['point_cloud', 'csv'],
    ['mesh', '3mf'],
    ['plain', '3mf'],
    ['empty', '3mf'],
  ] as const)
    writeFileSync(join(folder, `${id}.${form}`), await read(id, form))
  const program = `
import json, numpy, zipfile
import xml.etree.ElementTree as tree
core = '{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}'
def model(name):
    with zipfile.ZipFile(name) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ['[Content_Types].xml', '_rels/.rels', '3D/3dmodel.model']
        for part in archive.namelist(): tree.fromstring(archive.read(part))
        root = tree.fromstring(archive.read('3D/3dmodel.model'))
    rows = lambda tag, names: [[row.get(name) for name in names] for row in root.iter(core + tag)]
    colors = [row.get('color') for row in root.iter() if row.tag.endswith('}color')]
    return [root.get('unit'), rows('vertex', 'xyz'), rows('triangle', ['v1', 'v2', 'v3', 'p1', 'p2', 'p3']), colors]
volume, image = numpy.load('volume.npy'), numpy.load('image.npy')
table = numpy.genfromtxt('point_cloud.csv', delimiter=',', names=True)
print(json.dumps({
    'volume': [str(volume.dtype), volume.shape, volume.ravel().tolist()],
    'image': [str(image.dtype), image.shape, image.ravel().tolist()],
    'table': [table.dtype.names, table['value'].tolist(), table['b'].tolist()],
    'models': [model(name + '.3mf') for name in ['mesh', 'plain', 'empty']],
}))`
  const found = JSON.parse(execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' }))
  expect(found.volume).toEqual(['int16', grid.shape, [...samples]])
  expect(found.image).toEqual(['uint16', [2, 4, 3], [...pixels]])
  expect(found.table[0]).toEqual(['x', 'y', 'z', 'r', 'g', 'b', 'value'])
  expect([rounded(found.table[1]), found.table[2]]).toEqual([rounded(scalars), [0, 0, 255, 254]])
  const [[unit, vertices, triangles, paints], [, , plain, none], [, ...empty]] = found.models
  expect([unit, paints]).toEqual(['centimeter', ['#FF0000', '#00FF00', '#0000FF', '#017FFE']])
  expect(Float32Array.from(vertices.flat(), Number)).toEqual(mesh.vertices)
  // Without the last, which has no area.
  const wanted = [...mesh.indices.slice(0, 12)].map(String)
  expect(triangles.flatMap((row: string[]) => row.slice(0, 3))).toEqual(wanted)
  expect(triangles.flatMap((row: string[]) => row.slice(3))).toEqual(wanted)
  expect([plain.length, none, empty]).toEqual([4, [], [[], [], []]])
})
