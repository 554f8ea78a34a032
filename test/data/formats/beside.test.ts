/** A header and its samples in two files that are opened together; made by hand after each format's text. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../core/data/formats/format.ts'
import { readKnown, toBytes, toFolderFile, toPlain } from './files.ts'

/** Returns a NIfTI as a header alone, with the magic of one whose samples are elsewhere, at their start. */
function splitNifti(): { readonly head: Uint8Array; readonly samples: Uint8Array } {
  const bytes = readKnown('scan-uint8.nii').slice()
  const head = bytes.slice(0, 352)
  head.set(toBytes('ni1'), 344)
  new DataView(head.buffer).setFloat32(108, 0, true) // vox_offset
  return { head, samples: bytes.slice(352) }
}

const { head, samples } = splitNifti()
const nrrd = toBytes('NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: raw\ndata file: ./b.raw\n')
const packed = toBytes(
  'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: gzip\ndata file: b.raw.gz\n',
)
const two = Uint8Array.of(7, 8)

const open = async (...files: readonly (readonly [name: string, bytes: Uint8Array])[]) => {
  const { read } = await openFiles(files.map(([name, bytes]): FolderFile => toFolderFile(name, bytes)))
  return toPlain(await read(0))
}

async function refusalOf(...files: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<string> {
  const outcome: unknown = await open(...files).catch((error: unknown) => error)
  if (outcome instanceof SpecimenError) return outcome.message
  throw new Error('It was opened.')
}

/** A triangle of FreeSurfer, and values of `count` vertices. */
const fsSurface = toBytes('\xff\xff\xfemade by hand\n\n', toBig([3, 1]), '\0'.repeat(36), toBig([0, 1, 2]))
const fsValues = (count: number): Uint8Array =>
  toBytes('\xff\xff\xff', toBig([count, 1, 1]), '\0'.repeat(4 * count))

function toBig(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  for (const [i, number] of numbers.entries()) view.setInt32(4 * i, number)
  return new Uint8Array(view.buffer)
}

const array = (intent: string, type: string, more: string, data: string): string =>
  `<DataArray Intent="NIFTI_INTENT_${intent}" DataType="NIFTI_TYPE_${type}" Encoding="ASCII" ${more}><Data>${data}</Data></DataArray>`
const column = (count: number): string => `Dimensionality="1" Dim0="${count}"`
const gifti = (...parts: readonly string[]): Uint8Array =>
  toBytes(`<?xml version="1.0"?><GIFTI>${parts.join('')}</GIFTI>`)
const corners = array('POINTSET', 'FLOAT32', 'Dimensionality="2" Dim0="3" Dim1="3"', '0 0 0 2 0 0 0 3 0')
const face = array('TRIANGLE', 'INT32', 'Dimensionality="2" Dim0="1" Dim1="3"', '0 1 2')
const giftiSurface = gifti(corners, face)

describe('a surface with values of its vertices beside it', () => {
  it('has them from a GIFTI or FreeSurfer, whichever of both the surface is', async () => {
    const shape = gifti(array('SHAPE', 'FLOAT32', column(3), '4 5 6'))
    const wanted = { type: 'mesh', scalars: [4, 5, 6], valueName: 'myelin' }
    expect(await open(['lh.myelin.shape.gii', shape], ['lh.surf.gii', giftiSurface])).toMatchObject(wanted)
    expect(await open(['lh.white', fsSurface], ['lh.myelin.gii', shape])).toMatchObject(wanted)
    const sulc = { type: 'mesh', scalars: [0, 0, 0], valueName: 'sulc' }
    expect(await open(['lh.sulc', fsValues(3)], ['lh.surf.gii', giftiSurface])).toMatchObject(sulc)
    const far = gifti(`<!-- ${'far '.repeat(2 ** 18)} -->`, face, corners)
    expect(await open(['lh.myelin.func.gii', shape], ['lh.surf.gii', far])).toMatchObject(wanted)
  })

  it('has them from the row of an MGH, by gzip too, and not from a volume', async () => {
    const mgh = (...sizes: readonly number[]) =>
      toBytes(toBig([1, ...sizes, 1, 0, 0]), '\0'.repeat(256), '\x04\x05\x06'.repeat(4))
    const wanted = { type: 'mesh', scalars: [4, 5, 6], valueName: 'area' }
    expect(await open(['lh.area.mgh', mgh(3, 1, 1)], ['lh.white', fsSurface])).toMatchObject(wanted)
    const packed = new Uint8Array(gzipSync(mgh(3, 1, 1)))
    expect(await open(['lh.white.gii', giftiSurface], ['lh.area.mgz', packed])).toMatchObject(wanted)
    expect(await refusalOf(['lh.area.mgh', mgh(4, 1, 1)], ['lh.white', fsSurface])).toContain('of 4 vertices')
    const alone = /one row of values.*such as lh.white.* That has 4 vertices/
    expect(await refusalOf(['lh.area.mgh', mgh(4, 1, 1)])).toMatch(alone)
    expect(await refusalOf(['lh.area.mgz', new Uint8Array(gzipSync(mgh(4, 1, 1)))])).toMatch(alone)
    expect(await refusalOf(['lh.a.mgh', mgh(4, 1, 1)], ['lh.b.mgh', mgh(4, 1, 1)])).toMatch(alone)
    expect(await refusalOf(['a.mgh', mgh(3, 2, 1)], ['lh.white', fsSurface])).toContain('do not belong')
  })

  it('has labels with names and colours from a GIFTI, and a note for further arrays', async () => {
    const table =
      '<LabelTable><Label Key="0" Red="0" Green="0" Blue="1" Alpha="1">a</Label>' +
      '<Label Key="7" Red="1" Green="0" Blue="0" Alpha="1">V1</Label></LabelTable>'
    const list = array('LABEL', 'INT32', column(3), '7 0 7')
    const wanted = {
      scalars: [7, 0, 7],
      labels: [
        { value: 0, name: 'a', color: [0, 0, 255] },
        { value: 7, name: 'V1', color: [255, 0, 0] },
      ],
    }
    const values = gifti(table, list, list)
    expect(await open(['lh.label.gii', values], ['lh.surf.gii', giftiSurface])).toMatchObject(wanted)
    const files = [toFolderFile('lh.label.gii', values), toFolderFile('lh.surf.gii', giftiSurface)]
    const { notes } = await (await openFiles(files)).read(0)
    expect(notes).toEqual(['Its further arrays (DataArray) are left out.'])
  })

  it('is refused for a GIFTI of another surface, of some vertices, and for one alone', async () => {
    const surface = ['lh.surf.gii', giftiSurface] as const
    const values = array('SHAPE', 'FLOAT32', column(4), '4 5 6 7')
    expect(await refusalOf(['lh.a.gii', gifti(values)], surface)).toContain(
      '"lh.a.gii" has values of 4 vertices and the surface has 3',
    )
    const some = array('NODE_INDEX', 'INT32', column(3), '2 1 0')
    const three = array('SHAPE', 'FLOAT32', column(3), '4 5 6')
    expect(await refusalOf(['lh.a.gii', gifti(some, three)], surface)).toContain('no array of one value')
    expect(await refusalOf(['lh.a.gii', gifti(values)], ['lh.b.gii', gifti(values)])).toMatch(
      /"lh.a.gii".* open it together with the surface of the same side/,
    )
    expect(await refusalOf(['lh.gii', giftiSurface], surface)).toContain('do not belong together')
  })

  it('has them, in either order of files and by itself without them', async () => {
    const wanted = { type: 'mesh', scalars: [0, 0, 0], valueName: 'sulc' }
    expect(await open(['rh.sulc', fsValues(3)], ['rh.white', fsSurface])).toMatchObject(wanted)
    expect(await open(['a/rh.white', fsSurface], ['a/rh.sulc', fsValues(3)])).toMatchObject(wanted)
    expect(await open(['rh.white', fsSurface])).not.toHaveProperty('scalars')
  })

  it('is refused for values of another one, for two surfaces, and for values alone', async () => {
    expect(await refusalOf(['lh.sulc', fsValues(4)], ['rh.white', fsSurface])).toContain(
      '"lh.sulc" has values of 4 vertices and the surface has 3',
    )
    const two = [
      ['rh.pial', fsSurface],
      ['rh.white', fsSurface],
    ] as const
    expect(await refusalOf(['rh.sulc', fsValues(3)], ...two)).toContain('do not belong together')
    expect(await refusalOf(['rh.sulc', fsValues(3)])).toContain(
      'open it together with the surface of the same',
    )
    expect(await refusalOf(['rh.curv', fsValues(3)], ['rh.sulc', fsValues(3)])).toMatch(
      /"rh.curv".* open it together with the surface of the same side.* That has 3 vertices/,
    )
    const cut = toBytes(toBig([3, 0, 1, 1, 1, 2, 1, 1, 1]))
    expect(await refusalOf(['rh.a.annot', cut], ['rh.white', fsSurface])).toMatch(/table of colours.*damaged/)
    expect(await refusalOf(['rh.a.annot', cut.slice(0, 12)], ['rh.white', fsSurface])).toMatch(/no table/)
    expect(await refusalOf(['rh.a.annot', cut])).toContain('open it, without gzip, together with the surface')
  })
})

describe('a header with its samples beside it', () => {
  it('of NIfTI is read with them, in either order and by gzip', async () => {
    const { head: _, ...wanted } = {
      head,
      ...JSON.parse(Buffer.from(readKnown('scan-uint8.nii.json')).toString()),
    }
    expect(await open(['a.hdr', head], ['a.img', samples])).toEqual(wanted)
    expect(await open(['a.img', samples], ['a.hdr', head])).toEqual(wanted)
    expect(await open(['a.hdr', head], ['a.img.gz', new Uint8Array(gzipSync(samples))])).toEqual(wanted)
  })

  it('of NRRD is read with them, as its encoding says', async () => {
    expect(await open(['a.nhdr', nrrd], ['b.raw', two])).toMatchObject({ data: [7, 8] })
    const zipped = new Uint8Array(gzipSync(two))
    expect(await open(['a.nhdr', packed], ['b.raw.gz', zipped])).toMatchObject({ data: [7, 8] })
  })

  it('is refused without them, with another name, and where they are short', async () => {
    expect(await refusalOf(['a.hdr', head])).toContain('open both together, or save it as one file')
    expect(await refusalOf(['a.nhdr', nrrd])).toContain('open both together')
    expect(await refusalOf(['a.nhdr', nrrd], ['c.raw', two])).toContain('open both together')
    expect(await refusalOf(['a.nhdr', nrrd], ['b.raw', two.subarray(1)])).toContain(
      'needs 2 bytes and 1 are left',
    )
    expect(await refusalOf(['a.hdr', head], ['a.img', samples], ['b.img', samples])).toContain(
      'open one of both',
    )
  })
})
