/** The mesh of a 3MF: closed by its indices where it is by its places, and parts that touch apart. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { weldModel } from '../../../core/data/encoding/weld-model.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { weldVertices } from '../../../core/data/topology/weld-vertices.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

type Mesh = Pick<MeshResult, 'vertices' | 'indices'>

/** Two triangles on each side, by corners whose bits are x, y and z. */
const sides = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]
const cube = (x = 0, y = 0, z = 0): Mesh => ({
  vertices: Float32Array.from(
    { length: 24 },
    (_, i) => ([x, y, z][i % 3] ?? 0) + ((Math.floor(i / 3) >> (i % 3)) & 1),
  ),
  indices: Uint32Array.from(sides),
})
const both = (one: Mesh, other: Mesh): Mesh => ({
  vertices: Float32Array.of(...one.vertices, ...other.vertices),
  indices: Uint32Array.of(...one.indices, ...other.indices.map((i) => i + one.vertices.length / 3)),
})
/** Each triangle with corners of its own, as in STL. */
const toSoup = ({ vertices, indices }: Mesh): Mesh => ({
  vertices: Float32Array.from([...indices].flatMap((i) => [...vertices.subarray(3 * i, 3 * i + 3)])),
  indices: Uint32Array.from(indices, (_, i) => i),
})
/** Each place with one vertex, as readers of STL join them. */
const toJoined = ({ vertices, indices }: Mesh): Mesh => {
  const { places } = weldVertices(vertices)
  return { vertices, indices: indices.map((i) => places[i] ?? 0) }
}

/** Returns how many triangles the edges have, and whether each pair passes its edge both ways. */
function countEdges({ indices }: Mesh): readonly [counts: readonly number[], isOriented: boolean] {
  const edges = new Map<string, number[]>()
  for (let i = 0; i < indices.length; i++) {
    const [from = 0, to = 0] = [indices[i], indices[i % 3 === 2 ? i - 2 : i + 1]]
    const key = `${Math.min(from, to)} ${Math.max(from, to)}`
    edges.set(key, [...(edges.get(key) ?? []), Math.sign(to - from)])
  }
  const counts = new Set([...edges.values()].map(({ length }) => length))
  return [[...counts], [...edges.values()].every((ways) => ways.reduce((sum, way) => sum + way, 0) === 0)]
}

/** A cube whose first corner has a second vertex for the triangles of one side, as at a seam of colours. */
const seam: Mesh = {
  vertices: Float32Array.of(...cube().vertices, 0, 0, 0),
  indices: Uint32Array.from(sides, (corner, i) => (i < 6 && corner === 0 ? 8 : corner)),
}
const shapes: { readonly [name: string]: readonly [mesh: Mesh, vertices: number] } = {
  'a cube': [cube(), 8],
  'a cube with a seam': [seam, 8],
  'two cubes apart': [both(cube(), cube(3)), 16],
  'two cubes that touch in an edge': [both(cube(), cube(1, 1)), 16],
  'two cubes that touch in a vertex': [both(cube(), cube(1, 1, 1)), 16],
  'two cubes that touch in a face': [both(cube(), cube(1)), 16],
  'two cubes that touch in a part of a face': [both(cube(), cube(1, 0.5)), 16],
}

describe.each(Object.entries(shapes))('%s', (_, [mesh, count]) => {
  it.each([
    ['as given', (given: Mesh) => given],
    ['as a soup of triangles', toSoup],
    ['with one vertex a place', toJoined],
  ])('%s has two triangles at each edge, and as many vertices as its parts', (_how, change) => {
    const given = change(mesh)
    const welded = weldModel(given)
    expect([...countEdges(welded), welded.vertices.length / 3]).toEqual([[2], true, count])
    // Each corner is where it was.
    const toCorners = (of: Mesh) =>
      [...of.indices].flatMap((i) => [...of.vertices.subarray(3 * i, 3 * i + 3)])
    expect(toCorners(welded)).toEqual(toCorners(given))
    expect(welded.sources).toEqual(given.indices)
  })
})

it('leaves an open edge open, sheets that meet as they are, and triangles without three places out', () => {
  const [vertices] = [cube().vertices]
  const open = weldModel(toSoup({ vertices, indices: Uint32Array.from(sides.slice(6)) }))
  expect([...countEdges(open)[0]].sort()).toEqual([1, 2])
  const three = { vertices, indices: Uint32Array.of(0, 1, 2, 1, 0, 4, 0, 1, 7) }
  expect(weldModel(three).indices).toEqual(Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4))
  const flat = weldModel({
    vertices: Float32Array.of(...vertices, 0, 0, 0),
    indices: Uint32Array.of(...sides, 0, 8, 1),
  })
  expect(flat.indices).toEqual(cube().indices)
})

async function encode(mesh: object): Promise<Uint8Array> {
  const saved = { form: '3mf', name: 'part', axes: undefined } as const
  return new Uint8Array(await (await encodeForm(parseResult(mesh, 'mesh'), saved)).arrayBuffer())
}

describe('a 3MF', () => {
  it('has the colours on both sides of a seam', async () => {
    const colors = Uint8Array.from({ length: 27 }, (_, i) => 9 * i)
    const read = await decodeFile(await encode({ ...seam, colors }), 'a.3mf')
    const toColors = (of: { readonly indices: Uint32Array; readonly colors?: Uint8Array }) =>
      [...of.indices].map((i) => [...(of.colors?.subarray(3 * i, 3 * i + 3) ?? [])])
    expect(read.type === 'mesh' && toColors(read)).toEqual(toColors({ ...seam, colors }))
  })

  it.each([
    ['nm', 'µm', 1e-3],
    ['pm', 'µm', 1e-6],
    ['Å', 'µm', 1e-4],
    ['km', 'm', 1000],
    ['dm', 'cm', 10],
    ['yd', 'ft', 3],
    ['in', 'in', 1],
    ['micron', 'µm', 1],
  ] as const)('of lengths in %s is in %s, and says so', async (unit, own, factor) => {
    const bytes = await encode({ ...cube(), unit, offset: [2, 0, 0] })
    const read = await decodeFile(bytes, 'a.3mf')
    if (read.type !== 'mesh') throw new Error('It is no mesh.')
    const [x = 0] = read.offset ?? []
    expect([read.unit, Math.max(...read.vertices) + x]).toEqual([own, expect.closeTo(3 * factor, 9)])
    const { unzipSync } = await import('fflate')
    const model = Buffer.from(unzipSync(bytes)['3D/3dmodel.model'] ?? []).toString()
    expect(model.includes('Lengths are scaled to')).toBe(factor !== 1)
    expect(model).toContain('<vertex x="1" y="1" z="1"/>')
  })
})

/** The verdict of lib3mf 1 (lib3mf1 of Debian): for each file whether its mesh is manifold and oriented. */
const program = `
import ctypes, json, sys
lib = ctypes.CDLL('lib3MF.so.1')
if len(sys.argv) < 2: sys.exit(0)
def check(status):
    if status != 0: raise Exception('lib3MF: 0x%x' % (status & 0xffffffff))
def verdict(path):
    model, reader, objects, mesh = (ctypes.c_void_p() for _ in range(4))
    check(lib.lib3mf_createmodel(ctypes.byref(model)))
    check(lib.lib3mf_model_queryreader(model, b'3mf', ctypes.byref(reader)))
    check(lib.lib3mf_reader_readfromfileutf8(reader, path.encode()))
    warnings = ctypes.c_uint32()
    check(lib.lib3mf_reader_getwarningcount(reader, ctypes.byref(warnings)))
    check(lib.lib3mf_model_getmeshobjects(model, ctypes.byref(objects)))
    more = ctypes.c_int()
    check(lib.lib3mf_resourceiterator_movenext(objects, ctypes.byref(more)))
    check(lib.lib3mf_resourceiterator_getcurrent(objects, ctypes.byref(mesh)))
    manifold = ctypes.c_int()
    check(lib.lib3mf_meshobject_ismanifoldandoriented(mesh, ctypes.byref(manifold)))
    return [bool(manifold.value & 255), warnings.value]
print(json.dumps([verdict(path) for path in sys.argv[1:]]))`
const hasLib3mf = spawnSync('python3', ['-c', program]).status === 0
if (!hasLib3mf) console.warn('3MF is not read by lib3mf: there is no python3 with lib3mf1 of Debian')

it.runIf(hasLib3mf)('lib3mf finds each shape manifold and oriented, and warns of nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lib3mf-'))
  temporaryFolders.push(folder)
  const files: string[] = []
  for (const [mesh] of Object.values(shapes)) {
    for (const change of [toSoup, toJoined]) {
      const changed = change(mesh)
      const path = join(folder, `${files.length}.3mf`)
      const colors = new Uint8Array(changed.vertices.length).fill(90)
      writeFileSync(path, await encode({ ...changed, colors, unit: 'nm' }))
      files.push(path)
    }
  }
  const found = JSON.parse(execFileSync('python3', ['-c', program, ...files], { encoding: 'utf8' }))
  expect(found).toEqual(files.map(() => [true, 0]))
})
