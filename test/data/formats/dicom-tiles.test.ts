/** Tiles of slides and of what is segmented on them: one picture, by the order of frames or by their places. */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { type DicomElements, picture, toDicom } from './dicom/build-dicom.ts'
import { readRefusal, toFolderFile } from './files.ts'

const size = (width: number, height: number): DicomElements => ({
  '00480006 UL': [width],
  '00480007 UL': [height],
})
const bytes: DicomElements = { '00280100 US': [8], '00280101 US': [8], '00280102 US': [7] }

/** A slide of 4 by 4 in four tiles, each of its number in all pixels. */
const slide: DicomElements = {
  ...picture,
  ...bytes,
  ...size(4, 4),
  '00080060 CS': 'SM',
  '00180050 DS': '0.01',
  '00280030 DS': '0.002\\0.001',
  '00280008 IS': '4',
  '7fe00010 OW': Uint8Array.from({ length: 16 }, (_, i) => 1 + (i >> 2)),
}
const full: DicomElements = { ...slide, '00209311 CS': 'TILED_FULL' }
const whole = [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]

/** Elements of a frame at a place, from 1. */
const at = (column: number, row: number, more: DicomElements = {}): DicomElements => ({
  '0048021a SQ': [{ '0048021e SL': [column], '0048021f SL': [row] }],
  ...more,
})
const sparse = (frames: readonly DicomElements[], elements: DicomElements = {}): DicomElements => ({
  ...slide,
  '00209311 CS': 'TILED_SPARSE',
  '00280008 IS': String(frames.length),
  '52009230 SQ': frames,
  ...elements,
})

async function read(elements: DicomElements) {
  const file = toDicom(elements)
  const notes: string[] = []
  const { notes: _same, ...result } = await decodeFile(file, 'a.dcm', { onNote: (note) => notes.push(note) })
  const type = await findType({
    name: 'a.dcm',
    size: file.length,
    read: async (start, length) => file.subarray(start, start + length),
  })
  expect(type).toBe(result.type)
  return { result, notes, data: 'data' in result ? [...result.data] : [] }
}

const lengths =
  'An image has no lengths and no place in space: those of the file are left out (spacing 0.001, 0.002 mm).'

describe('a slide in tiles', () => {
  it('is one picture where they are all there, row by row', async () => {
    const { result, data, notes } = await read(full)
    expect(result).toMatchObject({ type: 'image', width: 4, height: 4, channels: 1, dtype: 'uint8' })
    expect(data).toEqual(whole)
    expect(notes).toEqual([lengths])
  })

  it('is one in colours', async () => {
    const { result, data } = await read({
      ...full,
      '00280002 US': [3],
      '00280004 CS': 'RGB',
      '00280006 US': [0],
      '7fe00010 OW': Uint8Array.from({ length: 48 }, (_, i) => 10 * (1 + Math.floor(i / 12)) + (i % 3)),
    })
    expect(result).toMatchObject({ type: 'image', width: 4, height: 4, channels: 3 })
    expect(data).toEqual(whole.flatMap((tile) => [10 * tile, 10 * tile + 1, 10 * tile + 2]))
  })

  it('is one where each says its place, in any order, over each other and beyond the edge', async () => {
    const { data } = await read(
      sparse([at(3, 3), at(1, 3), at(3, 1), at(1, 1)], {
        '7fe00010 OW': Uint8Array.from({ length: 16 }, (_, i) => 4 - (i >> 2)),
      }),
    )
    expect(data).toEqual(whole)
    const over = await read(
      sparse([at(1, 1), at(2, 2), at(4, 4)], {
        '7fe00010 OW': Uint8Array.from({ length: 12 }, (_, i) => 1 + (i >> 2)),
      }),
    )
    expect(over.data).toEqual([1, 1, 0, 0, 1, 2, 2, 0, 0, 2, 2, 0, 0, 0, 0, 3])
    expect(over.notes).toContain('Tiles that its file leaves out are shown as 0.')
  })

  it('has places without a word on how they are organized, as older files have', async () => {
    const { '00209311 CS': _word, ...older } = sparse([at(1, 1), at(3, 1), at(1, 3), at(3, 3)])
    expect((await read(older)).data).toEqual(whole)
  })

  it('of measured values is a volume of one slice with lengths', async () => {
    const { result, notes } = await read({ ...full, '00281053 DS': '0.5', '00281052 DS': '-1' })
    expect(result).toEqual({
      type: 'volume',
      shape: [1, 4, 4],
      dtype: 'float32',
      data: Float32Array.from(whole, (tile) => tile / 2 - 1),
      spacing: [0.01, 0.002, 0.001],
      unit: 'mm',
    })
    expect(notes).toEqual([])
  })

  it('shows the first of several depths or lights, and says how many there are', async () => {
    const note =
      'This is the first of 2 pictures of the slide at other depths or lights; the others are left out.'
    const twice = {
      '00280008 IS': '8',
      '7fe00010 OW': Uint8Array.from({ length: 32 }, (_, i) => 1 + (i >> 2)),
    }
    const ofFull = await read({ ...full, ...twice })
    expect([ofFull.data, ofFull.notes]).toEqual([whole, [lengths, note]])
    const places = [at(1, 1), at(3, 1), at(1, 3), at(3, 3)]
    const ofSparse = await read(sparse([...places, ...places], twice))
    expect([ofSparse.data, ofSparse.notes]).toEqual([whole, [lengths, note]])
  })

  it('that is one tile is a picture as any other', async () => {
    const { data } = await read({
      ...full,
      ...size(2, 2),
      '00280008 IS': '1',
      '7fe00010 OW': Uint8Array.of(1, 2, 3, 4),
    })
    expect(data).toEqual([1, 2, 3, 4])
  })

  it.each<[string, DicomElements, string]>([
    [
      'a part of which is in another file',
      { ...full, '00280008 IS': '3' },
      'must have 4 tiles, or so many for each of several (got 3)',
    ],
    ['without a size', { ...full, ...size(0, 0) }, 'tiles of a picture without a size'],
    ['without places', sparse([at(1, 1), {}, at(1, 3), at(3, 3)]), 'Tile 2 has no place in its picture'],
    [
      'outside of itself',
      sparse([at(1, 1), at(5, 1), at(1, 3), at(3, 3)]),
      'Tile 2 begins outside of its picture, at 5, 1 of 4×4',
    ],
    ['before itself', sparse([at(0, 1), at(3, 1), at(1, 3), at(3, 3)]), 'Tile 1 has no place'],
    [
      'that is too large',
      sparse([at(1, 1)], size(60_000, 60_000)),
      'A picture of 60000×60000 pixels in tiles would take 3600000000 bytes',
    ],
    [
      'of more tiles than there are',
      { ...full, ...size(4_000_000_000, 4_000_000_000) },
      'must have 4000000000000000000 tiles',
    ],
  ])('%s is refused by name', async (_, elements, reason) => {
    expect(await readRefusal(toDicom(elements), 'a.dcm')).toContain(reason)
  })

  it('among the files of a folder is the first of them, and the others are named', async () => {
    const files = [1, 2].map((i) =>
      toFolderFile(`${i}.dcm`, toDicom({ ...full, '00080018 UI': `1.2.${i}`, '00200013 IS': `${i}` })),
    )
    const notes: string[] = []
    const { read: readFrame, frames } = await openFiles(files, { onNote: (note) => notes.push(note) })
    expect([frames, (await readFrame(0)).type]).toEqual([1, 'image'])
    expect(notes).toContain('Its tiles are in 2 files, each a picture of its own: this is the first.')
  })
})

describe('a segmentation in tiles', () => {
  const segments: DicomElements = {
    '00080060 CS': 'SEG',
    '00620001 CS': 'BINARY',
    '00620002 SQ': [
      { '00620004 US': [1], '00620005 LO': 'Nucleus' },
      { '00620004 US': [2], '00620005 LO': 'Stroma' },
    ],
    '00280100 US': [1],
    '00280101 US': [1],
    '00280102 US': [0],
  }
  const labels = [
    { value: 1, name: 'Nucleus' },
    { value: 2, name: 'Stroma' },
  ]
  const of = (number: number): DicomElements => ({ '0062000a SQ': [{ '0062000b US': [number] }] })

  it('is a slice of its numbers where each tile says its place and segment', async () => {
    const { result, notes } = await read(
      sparse([at(1, 1, of(1)), at(3, 3, of(2)), at(1, 1, of(2))], {
        ...segments,
        // 4 bits a tile: 1 0 0 1, then 1 1 1 1, then 0 0 1 0.
        '7fe00010 OW': Uint8Array.of(0b11111001, 0b0100),
      }),
    )
    expect(result).toEqual({
      type: 'volume',
      shape: [1, 4, 4],
      dtype: 'uint8',
      data: Uint8Array.of(1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 2, 2, 0, 0, 2, 2),
      spacing: [0.01, 0.002, 0.001],
      unit: 'mm',
      valueName: 'segment',
      labels,
    })
    expect(notes).toEqual(['Segments: 1 Nucleus, 2 Stroma.'])
  })

  it('is the same where all tiles are there, segment by segment', async () => {
    const { data, notes } = await read({
      ...full,
      ...segments,
      '00280008 IS': '8',
      // Segment 1 is the first tile, segment 2 the last one and one pixel of the first.
      '7fe00010 OW': Uint8Array.of(0x0f, 0, 0x01, 0xf0),
    })
    expect(data).toEqual([2, 1, 0, 0, 1, 1, 0, 0, 0, 0, 2, 2, 0, 0, 2, 2])
    expect(notes).toContain('Segments lie over each other; the last one of a voxel is shown.')
  })

  it('has parts of 1, and numbers of segments as they are', async () => {
    const parts = await read({
      ...full,
      ...segments,
      ...bytes,
      '00620001 CS': 'FRACTIONAL',
      '00620002 SQ': [{ '00620004 US': [1], '00620005 LO': 'Nucleus' }],
      '0062000e US': [4],
    })
    expect(parts.result).toMatchObject({
      shape: [1, 4, 4],
      data: Float32Array.from(whole, (tile) => tile / 4),
    })
    const map = await read({ ...full, ...segments, ...bytes, '00620001 CS': 'LABELMAP' })
    expect(map.result).toMatchObject({ shape: [1, 4, 4], data: Uint8Array.from(whole), labels })
  })
})
