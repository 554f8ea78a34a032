/** Siblings of public reports on meshes and points: what is right by the format's text, and what may cost nothing. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import { createByteBudget } from '../../../core/data/formats/byte-budget.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { GrowingArray } from '../../../core/data/formats/mesh/growing-array.ts'
import { readRefusal, toBytes, toPlain } from './files.ts'
import { corner, cornerBytes, toAccessors, toGlb, triangle } from './glb-bytes.ts'

async function read(bytes: Uint8Array, name: string) {
  const notes: string[] = []
  const result = await decodeFile(bytes, name, { onNote: (note) => notes.push(note) })
  return { result: toPlain(result) as { [name: string]: unknown }, notes }
}

const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'

describe('an OBJ', () => {
  it('of a million continued lines is read in one go', async () => {
    const text = `${corners}f 1 2 ${'\\\n'.repeat(1_000_000)}3\n`
    expect((await read(toBytes(text), 'a.obj')).result.indices).toEqual([0, 1, 2])
  })

  it('of lines alone is these', async () => {
    const { result, notes } = await read(toBytes(`${corners}l 1 2 3\n`), 'a.obj')
    expect(result).toEqual({ type: 'lines', points: [0, 0, 0, 1, 0, 0, 0, 1, 0] })
    expect(notes).toEqual([])
  })

  it('whose faces name normals that no line has is read without normals', async () => {
    const { result, notes } = await read(toBytes(`${corners}f 1//1 2//2 3//3\n`), 'a.obj')
    expect([result, notes]).toEqual([
      { type: 'mesh', vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] },
      [],
    ])
  })

  it('of a million normals at one place is read, some of them twice', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `vn ${i} 0 1\nf 1//${i + 1} 2//1 3//1\n`)
    const { result } = await read(toBytes(`${corners}${lines.join('')}`), 'a.obj')
    expect(result.indices).toHaveLength(3000)
    expect((result.vertices as number[]).length / 3).toBe(1002)
  })

  it.each([
    ['a decimal comma', 'v 0,5 0 0\n', /three numbers \(got "0,5"\); write decimal points/],
    ['hexadecimal digits', 'v 0x10 0 0\n', /three numbers \(got "0x10"\)/],
    ['an infinite place', 'v inf 0 0\n', /three finite numbers \(got "inf"\)/],
    [
      'a normal of no such number',
      `${corners}vn 0 0 1\nf 1//1 2//9 3//1\n`,
      /one of the 1 normals before it/,
    ],
    ['a corner in words', `${corners}f 1 2 c\n`, /one of the 3 vertices before it \(got "c"\)/],
    ['a corner of four parts', `${corners}f 1 2 3/1/1/1\n`, /got "3\/1\/1\/1"/],
    ['a corner before the first', `${corners}f 1 2 -4\n`, /got "-4"/],
  ])('with %s is refused', async (_, text, words) => {
    expect(await readRefusal(toBytes(text), 'a.obj')).toMatch(words)
  })

  it('names some of its unknown words, and not a million', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `word${i}\n`)
    const { notes } = await read(toBytes(`${corners}f 1 2 3\n${lines.join('')}`), 'a.obj')
    expect(notes).toHaveLength(9)
    expect(notes[0]).toBe('word0 is unknown to this reader of OBJ and is left out.')
    expect(notes[8]).toBe('More of the file is unknown to this reader of OBJ and is left out.')
  })
})

describe('an STL', () => {
  const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet'

  it('has all its solids, in one line or with carriage returns alone', async () => {
    const text = `solid one ${facet} endsolid one solid two ${facet} endsolid`
    for (const bytes of [toBytes(text), toBytes(text.replaceAll(' ', '\r'))])
      expect((await read(bytes, 'a.stl')).result.indices).toEqual([0, 1, 2, 0, 1, 2])
  })

  it.each([
    ['a facet that the file ends in', 'solid facet normal 0 0 1 vertex 0 0 0', /truncated/],
    [
      'a facet of four corners',
      `solid ${facet.replace('endloop', 'vertex 1 1 1')} endsolid`,
      /3 vertices \(got 4/,
    ],
    ['another text', 'Dear reader, this is no STL at all', /it begins with "Dear reader/],
    ['a whole facet too many', `by hand${'\0'.repeat(73)}\x01\0\0\0${'\0'.repeat(100)}`, /got 50 more bytes/],
  ])('with %s is refused', async (_, text, words) => {
    const name = 'a.stl'
    const refusal = await readRefusal(toBytes(text), name).catch(() =>
      readRefusal(toBytes(text), name, { code: 'format.unknown' }),
    )
    expect(refusal).toMatch(words)
  })
})

describe('a PLY', () => {
  it('whose lines end with carriage returns has data that may begin with a line feed', async () => {
    const head =
      'ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty uchar x\rproperty uchar y\rproperty uchar z\rend_header\r'
    expect((await read(toBytes(head, '\n\x02\x03'), 'a.ply')).result.points).toEqual([10, 2, 3])
  })

  it('takes memory for what is shown alone: of 200 properties six', async () => {
    const names = ['x', 'y', 'z', ...Array.from({ length: 197 }, (_, i) => `more${i}`)]
    const properties = names.map((name) => `property uchar ${name}\n`).join('')
    const rows = new Uint8Array(20_000 * names.length)
    const head = `ply\nformat binary_little_endian 1.0\nelement vertex 20000\n${properties}end_header\n`
    // 17 MB are free beside twice the limit; a double for each of the 200 would take 32 MB.
    const cloud = await decodeFile(toBytes(head, rows), 'a.ply', { byteLimit: 2 ** 19 })
    expect(cloud).toMatchObject({ valueName: 'more0' })
  })

  it('without rows of vertices is refused', async () => {
    const head =
      'ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n'
    expect(await readRefusal(toBytes(head), 'a.ply')).toMatch(
      /must have rows of the properties x, y and z \(got 0\)/,
    )
  })

  it('whose strip has a negative corner other than -1 is refused', async () => {
    const head = 'ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\n'
    const strips = 'element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n3 0 -2 0\n'
    expect(await readRefusal(toBytes(head, strips), 'a.ply')).toMatch(/must be a vertex \(got -2\)/)
  })
})

describe('a table', () => {
  it.each([
    ['12 cells and 3', '1 2 3\n4 5\n', /Line 2 must have 3 cells/],
    ['thousands', 'x;y;z\n1,234,567;2;3\n', /no commas and points in its numbers/],
    ['blanks between thousands', 'x;y;z\n1 234;2;3\n', /nothing between thousands/],
    ['hexadecimal digits', '0x10 2 3\n', /name the columns/],
  ])('with %s is refused', async (_, text, words) => {
    expect(await readRefusal(toBytes(text), 'a.csv')).toMatch(words)
  })

  it('has colours by all of its rows: the first alone is black or a normal', async () => {
    const { result } = await read(toBytes('1 2 3 0 0 1\n4 5 6 255 128 0\n'), 'a.xyz')
    expect(result.colors).toEqual([0, 0, 1, 255, 128, 0])
  })

  it('has values although its first row has none', async () => {
    const { result, notes } = await read(toBytes('x,y,z,heat,age\n1,2,3,,7\n4,5,6,1.5,8\n'), 'a.csv')
    expect(result).toEqual({ type: 'point_cloud', points: [1, 2, 3, 4, 5, 6] })
    expect(notes).toEqual([
      'Of several columns of values the first is shown.',
      'Its values are left out, because some are missing.',
    ])
  })

  it('has letters of UTF-8 in the names of its columns, whatever bytes they have', async () => {
    const { result } = await read(new TextEncoder().encode('x,y,z,Ä ā €\n1,2,3,4\n'), 'a.csv')
    expect(result.valueName).toBe('Ä ā €')
  })

  it('of a hundred thousand names and short rows is refused at its first one', async () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`).join(',')
    const refusal = await readRefusal(toBytes(`x,y,z,${names}\n${'1,2\n'.repeat(100_000)}`), 'a.csv')
    expect(refusal).toMatch(/Line 2 must have 100003 cells/)
  })
})

describe('a glTF', () => {
  const joints = { numbers: new Uint8Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]), type: 'VEC4' } as const
  const weights = {
    numbers: new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0.5, 0, 0]),
    type: 'VEC4',
  } as const

  it('has each vertex where its joints carry it, by their weights', async () => {
    const { json, binary } = toAccessors([{ numbers: corner, type: 'VEC3' }, joints, weights])
    const skinned = {
      ...triangle,
      ...json,
      meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ mesh: 0, skin: 0, translation: [50, 0, 0] }, { children: [2] }, { translation: [0, 0, 8] }],
      skins: [{ joints: [1, 2] }],
    }
    const mesh = (await decodeFile(toGlb(skinned, binary), 'a.glb')) as MeshResult
    expect(Array.from(mesh.vertices)).toEqual([0, 0, 0, 1, 0, 8, 0, 1, 4])
  })

  it.each<[string, object, RegExp]>([
    [
      'a joint outside of its scene',
      { skins: [{ joints: [7] }] },
      /joint 7 of a skin is outside of the scene/,
    ],
    [
      'data in a second buffer',
      { bufferViews: [{ buffer: 1, byteLength: 36 }], buffers: [{ byteLength: 0 }, { byteLength: 36 }] },
      /buffer 1 has no data/,
    ],
    [
      'Draco without other data',
      {
        accessors: [{ componentType: 5126, type: 'VEC3', count: 3 }],
        meshes: [
          { primitives: [{ attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: {} } }] },
        ],
      },
      /compressed.*KHR_draco/,
    ],
    [
      'meshopt in a buffer without bytes',
      {
        bufferViews: [{ buffer: 1, byteLength: 36, extensions: { EXT_meshopt_compression: { buffer: 0 } } }],
        buffers: [{ byteLength: 36 }, { byteLength: 36 }],
      },
      /Its meshes are compressed/,
    ],
    [
      'a mode of none',
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 7 }] }] },
      /at most 6 \(got 7\)/,
    ],
    [
      'an unknown extension that it requires',
      { extensionsRequired: ['EXT_x'] },
      /extension that is not read \(EXT_x\); save it without/,
    ],
  ])('with %s is refused', async (_, changes, words) => {
    const json = { ...triangle, nodes: [{ mesh: 0, ...('skins' in changes && { skin: 0 }) }], ...changes }
    expect(await readRefusal(toGlb(json, cornerBytes), 'a.glb')).toMatch(words)
  })

  it('of a million instances of a few bytes is refused before they take memory', async () => {
    const accessors = [...triangle.accessors, { componentType: 5126, type: 'VEC3', count: 1_000_000 }]
    const nodes = [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }]
    const words = await readRefusal(toGlb({ ...triangle, accessors, nodes }, cornerBytes), 'a.glb', {
      byteLimit: 2 ** 24,
    })
    expect(words).toMatch(/scene would take 105000000 bytes and at most 16777216/)
  })

  it('notes an unknown extension that it uses, and reads the rest', async () => {
    const { notes } = await read(toGlb({ ...triangle, extensionsUsed: ['EXT_x'] }, cornerBytes), 'a.glb')
    expect(notes).toEqual(['EXT_x is unknown to this reader of glTF binary and is left out.'])
  })

  it('has targets of weight 0 unread, whatever they announce', async () => {
    const accessors = [...triangle.accessors, { componentType: 5126, type: 'VEC3', count: 2 ** 40 }]
    const meshes = [
      { primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }], weights: [0] },
    ]
    const mesh = await decodeFile(toGlb({ ...triangle, accessors, meshes }, cornerBytes), 'a.glb')
    expect(mesh).toMatchObject({ vertices: corner })
  })
})

describe('memory', () => {
  it('of numbers that grow is taken in pieces, and given back when they are joined', () => {
    const budget = createByteBudget(2 ** 24)
    const numbers = new GrowingArray(Float64Array, budget)
    for (let i = 0; i < 100_000; i++) numbers.push(i)
    expect(budget.readHeld()).toBeGreaterThanOrEqual(800_000)
    expect(budget.readHeld()).toBeLessThan(900_000)
    expect(numbers.get(99_999)).toBe(99_999)
    const whole = numbers.takeAll()
    expect([whole.length, whole[77_777], numbers.length]).toEqual([100_000, 77_777, 0])
    expect(budget.readHeld()).toBe(800_000)
  })

  it.each([
    ['a.obj.gz', 'v 0 0 0\n'.repeat(400_000)],
    ['a.xyz.gz', '0 0 0\n'.repeat(600_000)],
  ])('of %s is refused before it is above the budget', async (name, text) => {
    const bytes = new Uint8Array(gzipSync(text))
    expect(await readRefusal(bytes, name, { byteLimit: 4_000_000 })).toMatch(
      /needs .* more than the .* that are in use, and decoding may take|would take \d+ bytes and at most 4000000/,
    )
  })
})
