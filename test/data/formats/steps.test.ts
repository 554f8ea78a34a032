/** Small files whose reading would take long: counts that they announce, and parts that many others name. */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { findTiffType } from '../../../core/data/formats/tiff/find-tiff-type.ts'
import { readRefusal, toBytes, toFolderFile } from './files.ts'
import { cornerBytes, toAccessors, toGlb, triangle } from './glb-bytes.ts'
import { toTiff } from './tags/tiff-file.ts'
import { toZip } from './tags/xml-arrays.ts'

const to3mf = (text: string) => toZip({ '[Content_Types].xml': '', '3D/3dmodel.model': text })
const repeat = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('')
const tetrahedron =
  '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>' +
  '<triangles><triangle v1="0" v2="1" v3="2"/></triangles>'

/** Objects of two components each, so that the last is placed 2 ** levels times. */
function toDoubled(levels: number, last: string): Uint8Array {
  const objects = repeat(levels, (i) => {
    const part = `<component objectid="${i + 2}"/>`
    return `<object id="${i + 1}"><components>${part}${part}</components></object>`
  })
  const resources = `<resources>${objects}<object id="${levels + 1}"${last}</object></resources>`
  return to3mf(`<model>${resources}<build><item objectid="1"/></build></model>`)
}

describe('3MF', () => {
  it('refuses components that double at each level, whatever they hold', async () => {
    for (const last of [' type="support">', '>', `>${tetrahedron}</mesh>`])
      expect(await readRefusal(toDoubled(31, last), 'a.3mf')).toMatch(
        /components that it places are too many/,
      )
  })
  it('refuses a mesh of many elements that is placed many times', async () => {
    const objects = `<object id="1">${tetrahedron}${'<x/>'.repeat(50_000)}</mesh></object>`
    const items = '<item objectid="1"/>'.repeat(5000)
    const file = to3mf(`<model><resources>${objects}</resources><build>${items}</build></model>`)
    expect(await readRefusal(file, 'a.3mf')).toMatch(/components that it places are too many/)
  })
  it('reads a mesh that is placed 1,024 times by ten levels', async () => {
    const { type, ...arrays } = await decodeFile(toDoubled(10, `>${tetrahedron}</mesh>`), 'a.3mf')
    expect(type).toBe('mesh')
    expect(arrays).toMatchObject({ indices: { length: 3 * 1024 } })
  })
})

describe('glTF', () => {
  it('refuses a skin of many joints that many nodes share', async () => {
    const count = 20_000
    const joints = Array.from({ length: count }, (_, i) => i)
    const nodes = joints.map(() => ({ mesh: 0, skin: 0 }))
    const scene = { scenes: [{ nodes: joints }], nodes, skins: [{ joints }] }
    expect(await readRefusal(toGlb({ ...triangle, ...scene }, cornerBytes), 'a.glb')).toMatch(
      /joints .* too many/,
    )
  })
  it('refuses many places of a mesh of many empty parts', async () => {
    const { json, binary } = toAccessors([
      { numbers: new Float32Array(9), type: 'VEC3' },
      { numbers: Float32Array.from({ length: 30_000 }), type: 'VEC3' },
    ])
    const primitives = Array.from({ length: 2000 }, () => ({ attributes: { POSITION: 0 }, mode: 1 }))
    const instancing = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } }
    const file = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, extensions: instancing }],
      meshes: [{ primitives: primitives.map((part) => ({ ...part, mode: 4 })) }],
      ...json,
    }
    expect(await readRefusal(toGlb(file, binary), 'a.glb')).toMatch(/places of its meshes are too many/)
  })
})

describe('VTK', () => {
  const [points, corners] = [2000, 2000]
  const ends = Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 0 : corners))
  it('refuses cells that share their corners, in the old form', async () => {
    const head = '# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\n'
    const lists = `POINTS ${points} float\n${'0 0 0\n'.repeat(points)}POLYGONS ${ends.length} ${corners}\n`
    const cells = `OFFSETS vtktypeint64\n${ends.join(' ')}\nCONNECTIVITY vtktypeint64\n${repeat(corners, (i) => `${i} `)}\n`
    expect(await readRefusal(toBytes(head + lists + cells), 'a.vtk')).toMatch(/ends of cells must ascend/)
  })
  it('refuses them in XML', async () => {
    const array = (of: string, type: string, text: string) =>
      `<DataArray type="${type}" ${of} format="ascii">${text}</DataArray>`
    const place = `<Points>${array('NumberOfComponents="3"', 'Float32', '0 0 0 '.repeat(points))}</Points>`
    const lists = [
      array(
        'Name="connectivity"',
        'Int64',
        repeat(corners, (i) => `${i} `),
      ),
      array('Name="offsets"', 'Int64', [...ends.slice(1), corners].join(' ')),
    ]
    const piece = `<Piece NumberOfPoints="${points}" NumberOfPolys="${ends.length}">${place}<Polys>${lists.join('')}</Polys></Piece>`
    const file = `<VTKFile type="PolyData"><PolyData>${piece}</PolyData></VTKFile>`
    expect(await readRefusal(toBytes(file), 'a.vtp')).toMatch(/ends of cells must ascend/)
  })
})

describe('TIFF', () => {
  const shaped = toTiff({ tags: { 270: '{"shape": [900000000, 1, 2]}' } })
  it('refuses a shape of more planes than there may be', async () => {
    expect(await readRefusal(shaped, 'a.tif')).toMatch(/planes that its description names are too many/)
  })
  it('takes it for a volume where its type alone is asked', async () => {
    const read = async (start: number, length: number) => shaped.subarray(start, start + length)
    expect(await findTiffType(read)).toBe('volume')
  })
  it('refuses a depth of more slices', async () => {
    expect(await readRefusal(toTiff({ tags: { 32997: 4_000_000_000 } }), 'a.tif')).toMatch(
      /slices of its first page are too many/,
    )
  })
  it('refuses OME blocks that name the same planes again and again', async () => {
    const blocks = '<TiffData IFD="0" PlaneCount="65536"/>'.repeat(1000)
    const pixels = `<Pixels DimensionOrder="XYZCT" SizeZ="65536" SizeC="1" SizeT="1" SizeX="2" SizeY="1">${blocks}</Pixels>`
    const text = `<?xml version="1.0"?><OME><Image>${pixels}</Image></OME>`
    expect(await readRefusal(toTiff({ tags: { 270: text } }), 'a.ome.tif')).toMatch(
      /planes that its OME document names are too many/,
    )
  })
  it('refuses a page that names one part again and again', async () => {
    const file = toTiff({ tags: { 330: Array.from({ length: 100_000 }, () => 70_000) } })
    const at = new DataView(file.buffer).getUint32(4, true)
    new DataView(file.buffer).setUint16(70_000, 0, true)
    expect(at).toBeGreaterThan(70_010)
    expect(await readRefusal(file, 'a.tif')).toMatch(/pages, with those that others name, are too many/)
  })
})

describe('an archive of a folder', () => {
  it('is refused where a file of it has a negative length', async () => {
    const head = new Uint8Array(1024)
    head.set(toBytes('a.txt'))
    head.set(toBytes('-0000001000\0'), 124)
    head.set(toBytes('ustar\x0000'), 257)
    head[156] = 0x30
    await expect(openFiles([toFolderFile('a.tar', head)])).rejects.toMatchObject({
      message: expect.stringMatching(/has no length/),
    })
  })
})
