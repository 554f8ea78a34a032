/** Series of DICOM as scanners and archives leave them: rounded, tilted, copied, with slices missing. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import { type DicomElements, frames, slice, toDicom } from './dicom/build-dicom.ts'
import { toFolderFile } from './files.ts'
import { directory, toFileOfClass } from './tags/dicom-kinds.ts'

const tilt = (20 * Math.PI) / 180

interface OpenedSeries {
  readonly result: Result
  readonly count: number
  readonly notes: readonly string[]
}

/** Opens slices of a folder, each with its number in all samples. */
async function openSeries(slices: readonly DicomElements[]): Promise<OpenedSeries> {
  const files = slices.map((elements, i) => {
    const samples = { '7fe00010 OW': [i, i, i, i], '00080018 UI': `1.2.3.${i + 1}` }
    return toFolderFile(`${i}.dcm`, toDicom({ ...slice, ...samples, ...elements }))
  })
  const notes: string[] = []
  const { frames: count, read } = await openFiles(files, { onNote: (note) => notes.push(note) })
  return { result: await read(0), count, notes }
}

const at = (x: number, y: number, z: number, orientation = '1\\0\\0\\0\\1\\0'): DicomElements => ({
  '00200032 DS': [x, y, z].map((part) => part.toFixed(6)).join('\\'),
  '00200037 DS': orientation,
})
const values = (...numbers: readonly number[]): Int16Array =>
  Int16Array.from(numbers.flatMap((number) => [number, number, number, number]))

describe('slices of a series', () => {
  it('are one volume though their directions and lengths are rounded', async () => {
    const jitter = ['1\\0\\0\\0\\1\\0', '0.99999\\1e-5\\0\\-1e-5\\1\\0', '1\\-1e-5\\0\\1e-5\\1\\0']
    const slices = jitter.map((orientation, i) => ({
      ...at(0, 0, 2 * i + 0.01 * (i % 2), orientation),
      '00280030 DS': `0.5\\${0.25 + 1e-5 * i}`,
    }))
    const { result, notes } = await openSeries(slices)
    expect(result).toMatchObject({ shape: [3, 2, 2], spacing: [2, 0.5, 0.25], data: values(0, 1, 2) })
    expect(notes).toEqual([])
  })

  it('are at one place for each moment though their positions are rounded', async () => {
    const slices = [0, 1, 2, 3].map((i) => ({
      ...at(0, 0, 2 * (i % 2) + 0.004 * Math.floor(i / 2)),
      '00200013 IS': String(i),
    }))
    const { result, count } = await openSeries(slices)
    expect(count).toBe(2)
    expect(result).toMatchObject({ shape: [2, 2, 2], spacing: [2, 0.5, 0.25], data: values(0, 1) })
  })

  it('of other directions, or other lengths of pixels, are another series', async () => {
    const turned = at(0, 0, 4, '0\\1\\0\\0\\0\\-1')
    const finer = { ...at(0, 0, 6), '00280030 DS': '0.4\\0.2' }
    const { result, notes } = await openSeries([at(0, 0, 0), at(0, 0, 2), turned, finer])
    expect(result).toMatchObject({ shape: [2, 2, 2] })
    const others = '"OT" (1 of 2×2), "OT" (1 of 2×2)'
    expect(notes).toEqual([`This is the largest of 3 series: 2 of 4 slices. Left out: ${others}.`])
  })

  it('that a tilted gantry shifts say by which angle', async () => {
    const [y, z] = [Math.cos(tilt), Math.sin(tilt)].map((part) => part.toFixed(7))
    const slices = [0, 5, 10].map((height) => at(0, 0, height, `1\\0\\0\\0\\${y}\\${z}`))
    const { result, notes } = await openSeries(slices)
    expect(result).toMatchObject({ spacing: [5, 0.5, 0.25], origin: [0, 0, 0] })
    // Columns of steps from slice to slice, down a column, along a row: z, y, x.
    const [up = [], back = [], along = []] = result.type === 'volume' ? (result.direction ?? []) : []
    expect([...up, ...back, ...along].map((part) => Number(part.toFixed(6)))).toEqual(
      [1, Math.sin(tilt), 0, 0, Math.cos(tilt), 0, 0, 0, 1].map((part) => Number(part.toFixed(6))),
    )
    expect(notes).toEqual([expect.stringContaining('shifted in their plane, by 20.0° from its normal')])
  })

  it('stand above each other in any direction of their planes, without a note', async () => {
    const [y, z] = [Math.cos(tilt), Math.sin(tilt)]
    const slices = [0, 1, 2].map((i) =>
      at(0, -3 * i * z, 3 * i * y, `1\\0\\0\\0\\${y.toFixed(7)}\\${z.toFixed(7)}`),
    )
    const { result, notes } = await openSeries(slices)
    expect(result).toMatchObject({ spacing: [3, 0.5, 0.25], data: values(0, 1, 2), orientation: 'LPS' })
    expect(result).toHaveProperty('direction')
    expect(notes).toEqual([])
  })

  it('of which some are missing keep their distance and say how many', async () => {
    const { result, notes } = await openSeries([0, 2, 4, 10, 12, 14].map((z) => at(0, 0, z)))
    expect(result).toMatchObject({ shape: [6, 2, 2], spacing: [2, 0.5, 0.25] })
    expect(notes).toEqual([expect.stringContaining('2 slices are missing, the first behind slice 3')])
  })

  it('at uneven distances say so', async () => {
    const { notes } = await openSeries([0, 2, 3.3, 7].map((z) => at(0, 0, z)))
    expect(notes).toEqual([expect.stringContaining('not at equal distances (1.3 to 3.7 mm)')])
  })

  it('that some places have more often than others are read as often as all have them', async () => {
    const slices = [0, 2, 4, 0, 2].map((z, i) => ({ ...at(0, 0, z), '00200013 IS': String(i) }))
    const { result, count, notes } = await openSeries(slices)
    expect([count, result]).toMatchObject([1, { data: values(0, 1, 2) }])
    expect(notes).toEqual([expect.stringContaining('up to 2 slices and others 1')])
  })

  it('that are there twice are read once, by identifier and place', async () => {
    const twice = [0, 2, 0, 2].map((z) => ({ ...at(0, 0, z), '00080018 UI': `1.2.${z + 1}` }))
    const { result, count, notes } = await openSeries(twice)
    expect([count, result]).toMatchObject([1, { shape: [2, 2, 2], data: values(0, 1) }])
    expect(notes).toEqual(['2 of 4 slices are there twice; each is read once.'])
  })

  it('with one identifier at several places are no copies', async () => {
    const { result, notes } = await openSeries(
      [0, 2, 4].map((z) => ({ ...at(0, 0, z), '00080018 UI': '1.2' })),
    )
    expect(result).toMatchObject({ shape: [3, 2, 2] })
    expect(notes).toEqual([])
    const unplaced = await openSeries([{ '00080018 UI': '1.2' }, { '00080018 UI': '1.2' }])
    expect(unplaced.result).toMatchObject({ shape: [2, 2, 2] })
  })

  it('in colours are refused, and one of them can be opened', async () => {
    const colored: DicomElements = {
      ...slice,
      '00280002 US': [3],
      '00280004 CS': 'RGB',
      '00280103 US': [0],
      '7fe00010 OW': Array.from({ length: 12 }, (_, i) => i),
    }
    await expect(openSeries([colored, colored])).rejects.toThrow('open one of them')
    const one = toFolderFile('a.dcm', toDicom({ ...colored, '00280103 US': [0] }))
    const { read } = await openFiles([one, toFolderFile('readme.md', new Uint8Array(4))])
    expect(await read(0)).toMatchObject({ type: 'image', channels: 3 })
  })

  it('beside files without pixels say so', async () => {
    const { '7fe00010 OW': _none, ...report } = slice
    const files = [report, { ...slice, ...at(0, 0, 0) }, { ...slice, ...at(0, 0, 1) }].map((elements, i) =>
      toFolderFile(`${i}.dcm`, toDicom({ ...elements, '00080018 UI': `1.2.${i}` })),
    )
    const notes: string[] = []
    const { read } = await openFiles(files, { onNote: (note) => notes.push(note) })
    expect(await read(0)).toMatchObject({ shape: [2, 2, 2], spacing: [1, 0.5, 0.25] })
    expect(notes).toEqual(['1 of 3 files have no pixels.'])
  })

  it('beside files of other kinds name these', async () => {
    const slices = [0, 1].map((z) => toDicom({ ...slice, ...at(0, 0, z), '00080018 UI': `1.2.${z}` }))
    const others = [directory, toFileOfClass('Structured Report'), toFileOfClass('RT Structure Set')]
    const toFiles = (all: readonly Uint8Array[]) => all.map((bytes, i) => toFolderFile(`${i}.dcm`, bytes))
    const kinds =
      '(a directory of DICOM files (DICOMDIR); a structured report (SR); the outlines of a radiotherapy ' +
      'plan (RTSTRUCT))'
    const notes: string[] = []
    const { read } = await openFiles(toFiles([...slices, ...others]), { onNote: (note) => notes.push(note) })
    expect(await read(0)).toMatchObject({ shape: [2, 2, 2] })
    expect(notes).toEqual([`3 of 5 files have no pixels ${kinds}.`])
    const open = async () => await (await openFiles(toFiles(others))).read(0)
    await expect(open()).rejects.toThrow(`There are no pixels in the 3 files ${kinds}.`)
  })
})

describe('frames of one file', () => {
  const dose: DicomElements = {
    ...frames,
    ...at(-10, -20, -30),
    '00280011 US': [1],
    '3004000e DS': '0.1',
    '7fe00010 OW': [10, 20, 30],
  }
  const read = async (elements: DicomElements): Promise<OpenedSeries> => {
    const notes: string[] = []
    const file = toFolderFile('a.dcm', toDicom(elements))
    const { frames: count, read: readFrame } = await openFiles([file], { onNote: (note) => notes.push(note) })
    return { result: await readFrame(0), count, notes }
  }

  it('of a dose lie where the vector says, relative or in coordinates of the patient', async () => {
    const up = { shape: [3, 1, 1], spacing: [2.5, 0.5, 0.25], data: new Float32Array([1, 2, 3]) }
    expect((await read({ ...dose, '3004000c DS': '0\\2.5\\5' })).result).toMatchObject(up)
    expect((await read({ ...dose, '3004000c DS': '-30\\-27.5\\-25' })).result).toMatchObject(up)
    const turned = { ...dose, ...at(-10, -20, -30, '1\\0\\0\\0\\-1\\0'), '3004000c DS': '-30\\-27.5\\-25' }
    expect((await read(turned)).result).toMatchObject({ ...up, data: new Float32Array([3, 2, 1]) })
  })

  it('of a film are moments, without a unit where no length is known', async () => {
    const { '00280030 DS': _spacing, ...film } = frames
    const { result, count } = await read({ ...film, '00080060 CS': 'XA' })
    expect(count).toBe(3)
    expect(result).toMatchObject({ shape: [1, 1, 2], data: new Int16Array([0, 1]) })
    expect(result).not.toHaveProperty('unit')
    expect(result).not.toHaveProperty('spacing')
  })

  it('without a distance are slices without a unit', async () => {
    const { '00180050 DS': _thickness, ...unknown } = frames
    const { result, notes } = await read(unknown)
    expect(result).toMatchObject({ shape: [3, 1, 2], spacing: [1, 0.5, 0.25] })
    expect(result).not.toHaveProperty('unit')
    expect(notes).toEqual(['The distance of slices is not in the file, so lengths have no unit.'])
  })

  it('of several segments that lie over each other say so, and keep the places without a frame', async () => {
    const frame = (number: number, z: number): DicomElements => ({
      '0062000a SQ': [{ '0062000b US': [number] }],
      '00209113 SQ': [{ '00200032 DS': `0\\0\\${z}` }],
    })
    const { result, notes } = await read({
      ...slice,
      ...at(0, 0, 0),
      '00080005 CS': 'ISO_IR 192',
      '00280008 IS': '4',
      '00280100 US': [1],
      '00280101 US': [1],
      '00280102 US': [0],
      '00280103 US': [0],
      '00620001 CS': 'BINARY',
      '00620002 SQ': [{ '00620004 US': [300], '00620005 LO': 'Größe ' }],
      '52009230 SQ': [frame(1, 0), frame(300, 2), frame(1, 8), frame(2, 8)],
      '7fe00010 OW': new Uint8Array([0b10000001, 0b11110011]),
    })
    const [empty, labels] = [Array.from({ length: 8 }, () => 0), [1, 0, 0, 0, 0, 0, 0, 300]]
    expect(result).toMatchObject({
      shape: [5, 2, 2],
      spacing: [2, 0.5, 0.25],
      data: new Uint16Array([...labels, ...empty, 2, 2, 2, 2]),
    })
    expect(notes).toEqual(['Segments: 300 Größe.', expect.stringContaining('lie over each other')])
  })
})
