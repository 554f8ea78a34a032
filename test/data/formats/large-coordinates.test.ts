/** Coordinates of maps: their steps are kept beside an offset, from the file to the written file. */
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { MeshResult, PointCloudResult, Result } from '../../../core/contract/domain/result/result.ts'
import { fitsEnvelope, toOutline } from '../../../core/contract/domain/result/stored-result.ts'
import { decodeEnvelope, encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toBytes } from './files.ts'
import { cornerBytes, toGlb, triangle } from './glb-bytes.ts'
import { toZip } from './tags/xml-arrays.ts'

/** Places in zone 32 of UTM, in steps of a tenth. */
const places = [
  [500000.12, 5400000.37, 410.5],
  [500000.22, 5400000.47, 411.5],
  [500000.32, 5400000.37, 412.5],
] as const

/** Returns the true places of a result. */
function toPlaces(result: Result): readonly (readonly number[])[] {
  if (result.type !== 'mesh' && result.type !== 'point_cloud') throw new Error(`It is a ${result.type}.`)
  const { offset = [0, 0, 0] } = result
  const positions = result.type === 'mesh' ? result.vertices : result.points
  return Array.from({ length: positions.length / 3 }, (_, i) =>
    offset.map((part, axis) => part + (positions[3 * i + axis] ?? 0)),
  )
}

function expectPlaces(result: Result): void {
  expect(toPlaces(result)).toHaveLength(places.length)
  for (const [i, place] of toPlaces(result).entries())
    for (const [axis, part] of place.entries()) expect(part).toBeCloseTo(places[i]?.[axis] ?? Number.NaN, 6)
}

const rows = places.map((place) => place.join(' '))
const plyHead = 'element vertex 3\nproperty double x\nproperty double y\nproperty double z\nend_header\n'
const files: { readonly [name: string]: Uint8Array } = {
  'a.obj': toBytes(`${rows.map((row) => `v ${row}\n`).join('')}f 1 2 3\n`),
  'a.xyz': toBytes(rows.join('\n')),
  'a.csv': toBytes(`x,y,z\n${rows.map((row) => row.replaceAll(' ', ',')).join('\n')}\n`),
  'text.ply': toBytes(`ply\nformat ascii 1.0\n${plyHead.replaceAll('double', 'float')}${rows.join('\n')}\n`),
  'binary.ply': toBytes(`ply\nformat binary_little_endian 1.0\n${plyHead}`, Float64Array.from(places.flat())),
}

/** The same in the formats of surfaces. */
const gifti =
  '<GIFTI Version="1.0" NumberOfDataArrays="1"><DataArray Intent="NIFTI_INTENT_POINTSET" DataType=' +
  '"NIFTI_TYPE_FLOAT64" ArrayIndexingOrder="RowMajorOrder" Dimensionality="2" Dim0="3" Dim1="3" ' +
  `Encoding="ASCII" Endian="LittleEndian"><Data>${rows.join(' ')}</Data></DataArray></GIFTI>`
const vtp =
  '<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="3" NumberOfPolys="0"><Points><DataArray ' +
  `type="Float32" NumberOfComponents="3" format="ascii">${rows.join(' ')}</DataArray></Points></Piece>` +
  '</PolyData></VTKFile>'
const model =
  '<model unit="meter"><resources><object id="1"><mesh><vertices>' +
  places.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`).join('') +
  '</vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources>' +
  '<build><item objectid="1"/></build></model>'
const vtkHead = (form: string, type: string): string =>
  `# vtk DataFile Version 3.0\na\n${form}\nDATASET POLYDATA\nPOINTS 3 ${type}\n`
const bigEndian = (numbers: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(8 * numbers.length)
  for (const [i, number] of numbers.entries()) new DataView(bytes.buffer).setFloat64(8 * i, number)
  return bytes
}
const surfaces: { readonly [name: string]: Uint8Array } = {
  'a.off': toBytes(`OFF\n3 1 0\n${rows.join('\n')}\n3 0 1 2\n`),
  'text.vtk': toBytes(`${vtkHead('ASCII', 'float')}${rows.join('\n')}\nVERTICES 1 2\n1 0\n`),
  'binary.vtk': toBytes(vtkHead('BINARY', 'double'), bigEndian(places.flat()), '\n'),
  'a.vtp': toBytes(vtp),
  'a.gii': toBytes(gifti),
  'a.3mf': toZip({ '3D/3dmodel.model': model }),
}

describe('coordinates of a map', () => {
  it.each(Object.keys(surfaces))('of the surface %s keep steps that float32 would lose', async (name) => {
    const result = await decodeFile(surfaces[name] ?? new Uint8Array(0), name)
    expectPlaces(result)
    expect(result).toMatchObject({ offset: [500000, 5400000, 0] })
  })

  it.each(Object.keys(files))('of %s keep steps that float32 would lose', async (name) => {
    const result = await decodeFile(files[name] ?? new Uint8Array(0), name)
    expectPlaces(result)
    expect(result).toMatchObject({ offset: [500000, 5400000, 0] })
  })

  it('of glTF are at its node, and come back as they were written', async () => {
    const nodes = [{ mesh: 0, translation: [500000.25, 5400000.5, -3] }]
    const mesh = (await decodeFile(toGlb({ ...triangle, nodes }, cornerBytes), 'a.glb')) as MeshResult
    expect(toPlaces(mesh)).toEqual([
      [500000.25, 5400000.5, -3],
      [500001.25, 5400000.5, -3],
      [500000.25, 5400001.5, -3],
    ])
    const written = await encodeForm(mesh, { form: 'glb', name: 'a', axes: undefined })
    const again = await decodeFile(new Uint8Array(await written.arrayBuffer()), 'a.glb')
    expect(toPlaces(again)).toEqual(toPlaces(mesh))
  })

  it.each([
    ['are small', '100.1 100.2 100.3\n100.4 100.5 100.6\n'],
    ['are whole numbers that float32 has', '5400000 5400001 0\n5400002 5400003 0\n'],
    ['are far apart', '500000.5 5400000.5 0.1\n900000.5 9400000.5 0.2\n'],
    ['are larger than any map', '1e39 0 0\n-1e39 0 0\n'],
  ])('have no offset where they %s', async (_, text) => {
    const cloud = await decodeFile(toBytes(text), 'a.xyz').catch((error: Error) => error.message)
    if (typeof cloud === 'string') expect(cloud).toMatch(/must be finite/)
    else expect(cloud).not.toHaveProperty('offset')
  })
})

const cloud: PointCloudResult = {
  type: 'point_cloud',
  offset: [500000, 5400000, 0],
  points: new Float32Array([0.12, 0.37, 410.5, 0.22, 0.47, 411.5, 0.32, 0.37, 412.5]),
}
const mesh: MeshResult = {
  ...{ type: 'mesh', offset: cloud.offset ?? [0, 0, 0], vertices: cloud.points },
  indices: new Uint32Array([0, 1, 2]),
}

describe('an offset', () => {
  it('is a member of JSON, and of no envelope, so that who takes JSON gets that', () => {
    const json: unknown = JSON.parse(JSON.stringify({ ...cloud, points: Array.from(cloud.points) }))
    expect(decodeResultJson(json)).toEqual(cloud)
    expect(fitsEnvelope(toOutline(cloud))).toBe(false)
    const { offset: _, ...without } = cloud
    expect(decodeEnvelope(toBytes(...encodeEnvelope(cloud)))).toEqual(without)
    expect(encodeEnvelope(cloud)).toEqual(encodeEnvelope(without))
  })

  it.each([[[1, 2]], [[1, 2, Number.NaN]], ['1 2 3'], [[1, 2, 3, 4]]])('of %j is refused', (offset) => {
    expect(() => parseResult({ ...cloud, offset }, 'point_cloud')).toThrow(
      /offset must be three finite numbers \[x, y, z\]/,
    )
    expect(() => decodeResultJson({ ...cloud, points: [], offset })).toThrow(/offset must be/)
  })

  it('of a function may be an array of any class', () => {
    const result = parseResult({ ...mesh, offset: Float64Array.of(1, 2, 3) }, 'mesh')
    checkElements(result)
    expect(result).toMatchObject({ offset: [1, 2, 3] })
  })

  it.each([
    ['ply', mesh],
    ['ply', cloud],
    ['obj', mesh],
    ['csv', cloud],
    ['glb', mesh],
    ['glb', cloud],
  ] as const)('is added in a written %s', async (form, result) => {
    const written = await encodeForm(result, { form, name: 'a', axes: undefined })
    const again = await decodeFile(new Uint8Array(await written.arrayBuffer()), `a.${form}`)
    expect(again.type).toBe(result.type)
    expectPlaces(again)
  })

  it('is written in text with the digits that the numbers have', async () => {
    const written = await encodeForm(cloud, { form: 'csv', name: 'a', axes: undefined })
    expect((await written.text()).split('\n')[1]).toBe('500000.12,5400000.37,410.5')
  })

  it('is the place of the item in a written 3MF, and named in the head of an STL, which has no doubles', async () => {
    const model = await encodeForm(mesh, { form: '3mf', name: 'a', axes: undefined })
    const parts = unzipSync(new Uint8Array(await model.arrayBuffer()))
    const text = new TextDecoder().decode(parts['3D/3dmodel.model'])
    expect(text).toContain('<item objectid="2" transform="1 0 0 0 1 0 0 0 1 500000 5400000 0"/>')
    expect(text).toContain('<vertex x="0.12" y="0.37" z="410.5"/>')
    const stl = await encodeForm(mesh, { form: 'stl', name: 'a', axes: undefined })
    const head = new TextDecoder().decode((await stl.arrayBuffer()).slice(0, 80))
    expect(head.trim()).toBe('Binary STL by specimen-host. Relative to 500000 5400000 0')
  })
})
