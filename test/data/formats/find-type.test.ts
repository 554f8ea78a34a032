/** The kind of a file by its beginning: that of its content, and a refusal of what no reader knows. */
import { gzipSync } from 'node:zlib'
import { WebIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import type { ReadableFile } from '../../../core/data/formats/readable-file.ts'
import { type DicomElements, frames, picture, slice, toDicom } from './dicom/build-dicom.ts'
import { readKnown, readKnownFiles, readSpecimen, toBytes } from './files.ts'
import { directory, toFileOfClass } from './tags/dicom-kinds.ts'

const toFile = (name: string, bytes: Uint8Array): ReadableFile => ({
  name,
  size: bytes.length,
  read: async (start, byteLength) => bytes.slice(start, start + byteLength),
})

async function toGlbFile(scene: SceneResult): Promise<Uint8Array<ArrayBuffer>> {
  const saved = await encodeForm(scene, { form: 'glb', name: 'a', axes: undefined })
  return new Uint8Array(await saved.arrayBuffer())
}

async function readRefusal(name: string, bytes: Uint8Array): Promise<string> {
  const outcome: unknown = await findType(toFile(name, bytes)).catch((error: unknown) => error)
  if (outcome instanceof SpecimenError) return `${outcome.code}: ${outcome.message}`
  throw new Error(`It was ${String(outcome)}.`)
}

describe('the kind of a file', () => {
  for (const { name, bytes, expected } of readKnownFiles())
    it(`is ${String(expected.type)} for ${name}, also by gzip`, async () => {
      expect(await findType(toFile(name, bytes))).toBe(expected.type)
      if (!name.endsWith('.gz'))
        expect(await findType(toFile(`${name}.gz`, new Uint8Array(gzipSync(bytes))))).toBe(expected.type)
    })

  it('is refused for a file of DICOM without pixels, by what it is', async () => {
    expect(await readRefusal('DICOMDIR', directory)).toBe(
      'file.undecodable: It is a directory of DICOM files (DICOMDIR), which has no pixels: open the files that ' +
        'it lists, or their folder.',
    )
    const report = new Uint8Array(gzipSync(toFileOfClass('Structured Report')))
    expect(await readRefusal('a.dcm.gz', report)).toMatch(/structured report [(]SR[)], which has no pixels/)
    // Its pixels stand behind what is inflated first.
    const dose = toDicom({
      '00080016 UI': '1.2.840.10008.5.1.4.1.1.481.2',
      '00091010 OB': new Uint8Array(2 ** 16),
      ...picture,
    })
    expect(await findType(toFile('a.dcm.gz', new Uint8Array(gzipSync(dose))))).toBe('image')
  })

  it('is refused for values of a surface alone, with the surface that they need', async () => {
    const values = toBytes('\xff\xff\xff', '\0\0\0\x03\0\0\0\x01\0\0\0\x01', '\0'.repeat(12))
    expect(await readRefusal('lh.curv', values)).toMatch(/^file.undecodable: .*such as lh.white.* 3 vertices/)
    const row = toBytes('\0\0\0\x01', '\0\0\0\x04', '\0\0\0\x01'.repeat(3), '\0'.repeat(300))
    for (const bytes of [row, new Uint8Array(gzipSync(row))])
      expect(await readRefusal('lh.area.mgz', bytes)).toMatch(
        /^file.undecodable: .*such as lh.white.* 4 vertices/,
      )
    const array = (intent: string) => toBytes(`<GIFTI><DataArray Intent="NIFTI_INTENT_${intent}"/></GIFTI>`)
    expect(await readRefusal('lh.a.shape.gii', array('SHAPE'))).toContain(
      'together with the surface of the same',
    )
    expect(await findType(toFile('lh.a.surf.gii', array('POINTSET')))).toBe('mesh')
  })

  it('is that of the data of DICOM: a picture, colours, or a volume', async () => {
    const typeOf = async (elements: DicomElements) => await findType(toFile('a.dcm', toDicom(elements)))
    expect(await typeOf(picture)).toBe('image')
    expect(await typeOf(slice)).toBe('volume')
    expect(await typeOf({ ...picture, '00281053 DS': '2' })).toBe('volume')
    const colors = { '00280002 US': [3], '00280004 CS': 'RGB' }
    const film = {
      ...frames,
      ...colors,
      '00280103 US': [0],
      '7fe00010 OW': Array.from({ length: 18 }, () => 7),
    }
    expect(await typeOf(film)).toBe('image')
    const behindMuch = { ...picture, '00180010 UT': 'x'.repeat(2 ** 17) }
    expect(await typeOf(behindMuch)).toBe('image')
    expect((await decodeFile(toDicom(film), 'a.dcm')).type).toBe('image')
  })

  it('is that of large files, of which only parts are read', async () => {
    expect(await findType(toFile('a.stl', readSpecimen('stanford-bunny/bunny.stl')))).toBe('mesh')
    expect(await findType(toFile('a.ply', readSpecimen('earthquakes/earthquakes.ply')))).toBe('point_cloud')
    expect(await findType(toFile('a.obj', toBytes('v 1 2 3\n'.repeat(9999), 'f 1 2 3\n')))).toBe('mesh')
    expect(await findType(toFile('a.obj', toBytes('v 1 2 3\n'.repeat(9999))))).toBe('point_cloud')
    expect(await findType(toFile('a.csv', toBytes('x,y,z\n', '1,2,3\n'.repeat(9999))))).toBe('point_cloud')
    const [head, ...blocks] = encodeEnvelope({ type: 'point_cloud', points: new Float32Array(3) })
    expect(await findType(toFile('a', toBytes(...[head ?? new Uint8Array(), ...blocks])))).toBe('point_cloud')
  })

  it('is that of large files by gzip, whose end is looked at as far as it is inflated', async () => {
    const pack = (...texts: readonly string[]) => new Uint8Array(gzipSync(toBytes(...texts)))
    const typeOf = async (name: string, bytes: Uint8Array) => await findType(toFile(name, bytes))
    // Numbers that gzip leaves long, so that the beginning of the file holds a part alone.
    const rows = (start: string, count: number, mark = ' ') =>
      Array.from({ length: count }, (_, i) => start + [1, 2, 3].map((k) => Math.sin(i * k)).join(mark)).join(
        '\n',
      )
    const points = rows('v ', 9999)
    expect(await typeOf('a.csv.gz', pack('x,y,z\n', rows('', 9999, ',')))).toBe('point_cloud')
    expect(await typeOf('a.csv.gz', pack('x,y,z\n', '1,2,3\n'.repeat(99_999)))).toBe('point_cloud')
    expect(await typeOf('a.xyz.gz', pack(rows('', 9999)))).toBe('point_cloud')
    expect(await typeOf('a.obj.gz', pack(points, '\nf 1 2 3\n'))).toBe('mesh')
    expect(await typeOf('a.obj.gz', pack(points, '\nl 1 2 3\n'))).toBe('lines')
    expect(await typeOf('a.obj.gz', pack(points))).toBe('point_cloud')
    expect(await typeOf('a.obj.gz', pack('v 1 2 3\n'.repeat(999_999), '\nf 1 2 3\n'))).toBe('mesh')
    const vtk = '# vtk DataFile Version 3.0\na\nASCII\nDATASET POLYDATA\nPOINTS 9999 float\n'
    expect(await typeOf('a.vtk.gz', pack(vtk, rows('', 9999), '\nPOLYGONS 1 4\n3 0 1 2\n'))).toBe('mesh')
    const values = toBytes('\xff\xff\xff', '\0\x01\0\0\0\0\0\x03\0\0\0\x01', '\0'.repeat(4 * 2 ** 16))
    expect(await readRefusal('lh.curv.gz', new Uint8Array(gzipSync(values)))).toMatch(/65536 vertices/)
  })

  it('is that of a glTF by all of its text, with what is left out', async () => {
    const surface = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
    const name = (at: number) => `${'a'.repeat(40)}${at}`
    const parts = Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => [name(i), { type: 'mesh', ...surface, unit: 'mm' } as const]),
    )
    const large = await toGlbFile({ type: 'scene', unit: 'mm', parts })
    expect(await findType(toFile('a.glb', large))).toBe('scene')
    expect(await findType(toFile('a.glb.gz', new Uint8Array(gzipSync(large))))).toBe('scene')
    const texts = Array.from({ length: 4096 }, (_, i) => `${i}${'ä'.repeat(190)}`)
    const points = new Float32Array(3 * texts.length)
    const many = Object.fromEntries(
      Array.from({ length: 4 }, (_, i) => [name(i), { type: 'labels', points, texts } as const]),
    )
    const long = await toGlbFile({ type: 'scene', parts: many })
    expect(new DataView(long.buffer).getUint32(12, true)).toBeGreaterThan(2 ** 22)
    expect(await findType(toFile('a.glb', long))).toBe('scene')
    // Another program has saved it again.
    const other = await new WebIO().writeBinary(await new WebIO().readBinary(large))
    expect(await findType(toFile('a.glb', other))).toBe('mesh')
  })

  it('is refused with the way to a format that is read', async () => {
    expect(await readRefusal('a.trk', toBytes('TRACK\0'))).toMatch(
      /unknown: It is streamlines of TrackVis, which/,
    )
    expect(await readRefusal('a.vtu', toBytes('x'))).toMatch(
      /Its name is that of VTK, which is not read: save/,
    )
    expect(await readRefusal('a', toBytes('\x89HDF\r\n\x1a\n'))).toMatch(/It is HDF5.*numpy.save/)
    expect(await readRefusal('part.STEP', toBytes(' '))).toMatch(/Its name is that of STEP.*FreeCAD/)
    expect(await readRefusal('a.vtu.gz', new Uint8Array(gzipSync('x')))).toMatch(/name is that of VTK/)
    expect(await readRefusal('notes.txt', toBytes('hello'))).toMatch(/none of the formats/)
  })

  it('is refused for a table without points, and never fails otherwise', async () => {
    expect(await readRefusal('a.csv', toBytes('time,depth\n1,2\n'))).toMatch(
      /file.undecodable: .*columns x, y and z/,
    )
    for (const { name, bytes } of readKnownFiles().filter(({ name }) => !name.startsWith('volume-'))) {
      for (const length of [0, 1, 3, 5, 9, 11, 20, 60]) {
        const outcome: unknown = await findType(toFile(name, bytes.slice(0, length))).catch((error) => error)
        if (typeof outcome !== 'string') expect(outcome).toBeInstanceOf(SpecimenError)
      }
    }
    const far = readKnown('grey-uint8.tif').slice()
    new DataView(far.buffer).setUint32(4, 0xffff_ffff, true)
    expect(await findType(toFile('a.tif', far))).toBe('volume')
  })
})
