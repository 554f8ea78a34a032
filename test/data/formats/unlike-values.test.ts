/** Files whose parts do not agree, or say less than a value needs: what is not sure is left out, and said. */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { type DicomElements, toDicom } from './dicom/build-dicom.ts'
import { readRefusal, toBytes, toFolderFile } from './files.ts'
import { toTiff } from './tags/tiff-file.ts'

const read = async (text: string, name: string) => await decodeFile(toBytes(text), name)

describe('colours', () => {
  it('of an OBJ are left out when one vertex has none', async () => {
    const mesh = await read('v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 0 0 1\nf 1 2 3\n', 'a.obj')
    expect(mesh).toMatchObject({
      type: 'mesh',
      notes: ['The colours of its vertices are left out, because some are missing or not finite.'],
    })
    expect(mesh).not.toHaveProperty('colors')
  })

  it.each([
    ['named columns', 'x,y,z,r,g,b\n1,2,3,1,0,0\n4,5,6,0,1,1\n'],
    ['nameless columns', '1 2 3 1 0 0\n4 5 6 0 1 1\n'],
  ])('in %s of a table are parts of 1 where none is larger', async (_, text) => {
    expect(await read(text, 'a.csv')).toMatchObject({ colors: Uint8Array.of(255, 0, 0, 0, 255, 255) })
  })

  it('of JPEG 2000 are refused in pixels that are not of it', async () => {
    const file = toDicom({ ...picture, ...colors, '00280004 CS': 'YBR_ICT ' })
    expect(await readRefusal(file, 'a.dcm')).toMatch(
      /Colours of YBR_ICT are those of JPEG 2000 alone; save it as RGB/,
    )
  })
})

describe('a table', () => {
  it('with two columns of one name is refused', async () => {
    expect(await readRefusal(toBytes('x,x,y,z\n1,2,3,4\n'), 'a.csv')).toMatch(
      /two columns of the name x; rename one/,
    )
  })

  it('of a scanner begins with the number of its points, which must be there', async () => {
    const text = '2\n1.5 2.5 3.5 -100 10 20 30\n4 5 6 200 40 50 60\n'
    expect(await read(text, 'scan.pts')).toMatchObject({
      points: Float32Array.of(1.5, 2.5, 3.5, 4, 5, 6),
      scalars: Float32Array.of(-100, 200),
      colors: Uint8Array.of(10, 20, 30, 40, 50, 60),
    })
    expect(await readRefusal(toBytes(`3${text.slice(1)}`), 'scan.pts')).toMatch(
      /announces 3 points, and 2 follow; is the file cut/,
    )
    const rows = `${'1 2 3\n'.repeat(5000)}`
    const whole = toBytes(`5000\n${rows}`)
    const part = async (start: number, length: number) => whole.subarray(start, start + length)
    expect(await findType({ name: 'scan.pts', size: whole.length, read: part })).toBe('point_cloud')
  })
})

describe('lengths', () => {
  it('of OME are left out when that of an axis is missing, and said', async () => {
    const sizes = 'SizeX="2" SizeY="1" SizeZ="2" SizeC="1" SizeT="1" Type="uint8" DimensionOrder="XYZCT"'
    const toOme = (lengths: string) =>
      `<OME><Image ID="i"><Pixels ID="p" ${sizes} ${lengths}><TiffData/></Pixels></Image></OME>`
    const toStack = (lengths: string) => toTiff({ tags: { 270: toOme(lengths) } }, {})
    const flat = 'PhysicalSizeX="0.2" PhysicalSizeY="0.3"'
    const stack = await decodeFile(toStack(flat), 'a.ome.tif')
    expect(stack).toMatchObject({
      shape: [2, 1, 2],
      notes: ['Its lengths are left out, because OME does not say that of Z.'],
    })
    expect(stack).not.toHaveProperty('spacing')
    const whole = await decodeFile(toStack(`${flat} PhysicalSizeZ="2"`), 'a.ome.tif')
    expect(whole).toMatchObject({ spacing: [2, 0.3, 0.2], unit: 'µm' })
    expect(whole.notes).toBeUndefined()
    expect((await decodeFile(toStack(''), 'a.ome.tif')).notes).toBeUndefined()
  })
})

describe('units of values', () => {
  it('that differ between the slices of a series are left out, and said', async () => {
    const slices = ['HU', 'US'].map((unit, i) => {
      const place = {
        '00200032 DS': `0\\0\\${2 * i} `,
        '00200037 DS': '1\\0\\0\\0\\1\\0 ',
        '00280030 DS': '1\\1 ',
      }
      const scale = { '00281052 DS': '0 ', '00281053 DS': '2 ', '00281054 LO': unit }
      return toFolderFile(`${i}.dcm`, toDicom({ ...picture, ...place, ...scale, '00080018 UI': `1.2.${i}` }))
    })
    const volume = await (await openFiles(slices)).read(0)
    expect(volume).toMatchObject({
      shape: [2, 1, 2],
      notes: ['Its slices have values of different units (HU, none), which are left out.'],
    })
    expect(volume).not.toHaveProperty('valueUnit')
  })
})

const picture: DicomElements = {
  ...{ '0020000e UI': '1.2.3 ', '00280002 US': [1], '00280004 CS': 'MONOCHROME2 ' },
  ...{ '00280010 US': [1], '00280011 US': [2], '00280100 US': [8], '00280101 US': [8], '00280102 US': [7] },
  ...{ '00280103 US': [0], '7fe00010 OW': Uint8Array.of(1, 2) },
}
const colors: DicomElements = {
  ...{ '00280002 US': [3], '00280006 US': [0], '7fe00010 OW': Uint8Array.of(1, 2, 3, 4, 5, 6) },
}
