/** TIFF stacks and tables of points: the notes of what is left out, and files that lie, are cut or are bombs. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { measureResult } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { readKnown, readRefusal, toBytes, toPlain } from './files.ts'

async function readNotes(bytes: Uint8Array, name: string): Promise<string[]> {
  const notes: string[] = []
  await decodeFile(bytes, name, { onNote: (note) => notes.push(note) })
  return notes
}

/** A tag of one number, or of several that stand at `place`. */
type Tag = readonly [tag: number, type: 3 | 4, count: number, value: number]

const [short, long] = [3, 4] as const
const twoPixels: readonly Tag[] = [
  [256, short, 1, 2],
  [257, short, 1, 1],
  [258, short, 1, 8],
  [273, long, 1, 8],
  [279, long, 1, 2],
]

/** Returns a TIFF of one page by hand: its bytes first, then its directory, with tags in place of others. */
function toTiff(data: Uint8Array, changes: readonly Tag[] = [], { next = 0, without = 0 } = {}): Uint8Array {
  const changed = new Set([...changes.map(([tag]) => tag), without])
  const tags = [...twoPixels.filter(([tag]) => !changed.has(tag)), ...changes].sort(([a], [b]) => a - b)
  const view = new DataView(new ArrayBuffer(8 + data.length + 2 + 12 * tags.length + 4))
  view.setUint32(0, 0x4949_2a00)
  view.setUint32(4, 8 + data.length, true)
  new Uint8Array(view.buffer).set(data, 8)
  let at = 8 + data.length
  view.setUint16(at, tags.length, true)
  at += 2
  for (const [tag, type, count, value] of tags) {
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    view.setUint32(at + 8, value, true)
    at += 12
  }
  view.setUint32(at, next, true)
  return new Uint8Array(view.buffer)
}

const pixels = new Uint8Array([7, 9])

/** Two directories of four entries each, in a place for six. */
function makeOverlap(): Uint8Array {
  const view = new DataView(new ArrayBuffer(74))
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  view.setUint16(8, 4, true)
  view.setUint32(58, 20, true)
  view.setUint16(20, 4, true)
  return new Uint8Array(view.buffer)
}

describe('a TIFF', () => {
  it('of one page by hand is its image', async () => {
    expect(toPlain(await decodeFile(toTiff(pixels), 'a.tif'))).toEqual({
      ...{ type: 'image', width: 2, height: 1, channels: 1, dtype: 'uint8', data: [7, 9] },
    })
  })

  it('of several channels and times says which volume it shows', async () => {
    expect(await readNotes(readKnown('imagej.tif'), 'a.tif')).toEqual([
      'This is the first of 4 volumes in the file.',
    ])
    expect(await readNotes(readKnown('channels.ome.tif'), 'a.tif')).toEqual([
      'This is the first of 2 volumes in the file.',
    ])
    expect(await readNotes(readKnown('stack-uint8.tif'), 'a.tif')).toEqual([])
  })

  it('cut at any byte is what it was, or is refused in a sentence', async () => {
    for (const name of ['imagej-time.tif', 'stack-int32.tif', 'grey-uint8.tif', 'stack-big.tif']) {
      const bytes = readKnown(name)
      const whole = toPlain(await decodeFile(bytes, name))
      for (let length = 8; length < bytes.length; length++) {
        const cut = await decodeFile(bytes.subarray(0, length), name).catch((error: unknown) => error)
        if (cut instanceof SpecimenError) expect(cut.code).toBe('file.undecodable')
        else expect(toPlain(cut as Awaited<ReturnType<typeof decodeFile>>)).toEqual(whole)
      }
    }
  })

  const refusals: readonly [what: string, bytes: Uint8Array, words: RegExp][] = [
    ['without pixels', toTiff(pixels, [[256, short, 1, 0]]), /must have pixels.*got 0×1/],
    [
      'of 2^62 pixels',
      toTiff(pixels, [
        [256, long, 1, 2 ** 31],
        [257, long, 1, 2 ** 31],
      ]),
      /would take \d+ bytes/,
    ],
    [
      'of more pixels than its strips can hold',
      toTiff(pixels, [[256, short, 1, 9999]]),
      /cannot be in strips of 2,/,
    ],
    [
      'with a strip longer than the file',
      toTiff(pixels, [[279, long, 1, 2 ** 31]]),
      /cannot be in strips of/,
    ],
    [
      'with a strip behind its end',
      toTiff(pixels, [[273, long, 1, 2 ** 31]]),
      /truncated: a strip or tile needs 2/,
    ],
    [
      'without the length of its strip',
      toTiff(pixels, [], { without: 279 }),
      /cannot be in strips of 0|all its strips/,
    ],
    ['with a tag of 2^32 values', toTiff(pixels, [[273, long, 2 ** 32 - 1, 8]]), /truncated: the tag 273/],
    ['with a directory at its own place', toTiff(pixels, [], { next: 10 }), /must not form a circle/],
    ['with directories that overlap', makeOverlap(), /directories overlap/],
    ['with a directory outside', toTiff(pixels, [], { next: 2 ** 31 }), /truncated/],
    ['of 40 bits', toTiff(pixels, [[258, short, 1, 40]]), /1 to 32 or 64 bits.*\(got uint40\)/],
    ['of complex numbers', toTiff(pixels, [[339, short, 1, 6]]), /complex numbers/],
    ['of JPEG 2000', toTiff(pixels, [[259, long, 1, 34_712]]), /compression is JPEG 2000, which is not read/],
    ['of a compression of no name', toTiff(pixels, [[259, long, 1, 34_713]]), /got number 34713/],
    [
      'with predictor 3 for integers',
      toTiff(new Uint8Array(deflateSync(pixels)), [
        [259, short, 1, 8],
        [279, long, 1, 10],
        [317, short, 1, 3],
      ]),
      /predictor must be 1, 2 or/,
    ],
    ['of CMYK with one ink', toTiff(pixels, [[262, short, 1, 5]]), /four samples \(got 1\)/],
    [
      'with planes that are not there',
      toTiff(pixels, [
        [277, short, 1, 3],
        [284, short, 1, 2],
      ]),
      /all its strips or tiles, 3 \(got 1\)/,
    ],
    [
      'of LZW whose first code stands for nothing',
      toTiff(new Uint8Array([0xff, 0xff]), [[259, short, 1, 5]]),
      /LZW code 511/,
    ],
    ['of LZW that ends early', toTiff(new Uint8Array([0x80, 0x00]), [[259, short, 1, 5]]), /truncated/],
    ['of PackBits that ends early', toTiff(new Uint8Array([0, 1]), [[259, short, 1, 32773]]), /truncated/],
    ['of damaged deflate', toTiff(pixels, [[259, short, 1, 8]]), /damaged|truncated/],
    [
      'of a tile that could never be so large',
      toTiff(pixels, [
        [322, long, 1, 2 ** 31],
        [323, long, 1, 2 ** 31],
        [324, long, 1, 8],
        [325, long, 1, 2],
      ]),
      /truncated: a strip or tile/,
    ],
  ]
  for (const [what, bytes, words] of refusals)
    it(`${what} is refused`, async () => {
      expect(await readRefusal(bytes, 'a.tif')).toMatch(words)
    })

  it('that inflates to far more than its pixels is read as far as these, in the memory of these', async () => {
    const bomb = new Uint8Array(deflateSync(new Uint8Array(2 ** 24).fill(7)))
    const tiff = toTiff(bomb, [
      [259, short, 1, 8],
      [279, long, 1, bomb.length],
    ])
    const image = await decodeFile(tiff, 'a.tif', { byteLimit: 100 })
    expect(measureResult(image)).toBe(2)
    expect(toPlain(image)).toMatchObject({ data: [7, 7] })
  })

  it('whose pages all name the same pixels is refused', async () => {
    const page = toTiff(pixels)
    const bytes = new Uint8Array(page.length + 200 * (page.length - 10))
    bytes.set(page)
    const view = new DataView(bytes.buffer)
    for (let i = 0; i < 200; i++) {
      const at = page.length + i * (page.length - 10)
      view.setUint32(at - 4, at, true)
      bytes.set(page.subarray(10), at)
    }
    expect(toPlain(await decodeFile(bytes, 'a.tif'))).toMatchObject({ shape: [201, 1, 2] })
    for (let i = 0; i <= 200; i++)
      view.setUint32((i === 0 ? 10 : page.length + (i - 1) * (page.length - 10)) + 2 + 4 * 12 + 8, 80, true)
    expect(await readRefusal(bytes, 'a.tif')).toMatch(/cannot be in strips of 16080, and the file has/)
  })
})

describe('a table of points', () => {
  const read = async (text: string, name = 'a.csv') => toPlain(await decodeFile(toBytes(text), name))

  it('has its columns by name, in any order, behind comments, with cells in quotes', async () => {
    const text =
      '# a survey, of 1999\nlabel,"Z (m)",y [m],X[m],"Gold, grams"\n\n"a, b",3,2,1,5\n"c ""d""",6,5,4,7e1\n# end\n'
    expect(await read(text)).toEqual({
      ...{ type: 'point_cloud', unit: 'm', points: [1, 2, 3, 4, 5, 6] },
      ...{ scalars: [5, 70], valueName: 'Gold, grams' },
    })
  })

  it('may have its header as a comment, as CloudCompare writes it', async () => {
    expect(await read('//X Y Z R G B quality\n1 2 3 0 128 255 0.5\n', 'a.xyz')).toEqual({
      ...{
        type: 'point_cloud',
        points: [1, 2, 3],
        colors: [0, 128, 255],
        scalars: [0.5],
        valueName: 'quality',
      },
    })
  })

  it('without a header has a value as its fourth number', async () => {
    expect(await read('1 2 3 0.5\n4 5 6 -1\n', 'a.xyz')).toEqual({
      ...{ type: 'point_cloud', points: [1, 2, 3, 4, 5, 6], scalars: [0.5, -1] },
    })
  })

  it('is shown without values of which some are missing, and says so', async () => {
    const text = 'x,y,z,t\n1,2,3,4\n1,2,3,NaN\n1,2,3,\n'
    expect(await read(text)).toEqual({ type: 'point_cloud', points: [1, 2, 3, 1, 2, 3, 1, 2, 3] })
    expect(await readNotes(toBytes(text), 'a.csv')).toEqual([
      'Its values are left out, because some are missing.',
    ])
  })

  it.each([
    [
      'other columns',
      'time,temperature\n1,2\n',
      /name the columns x, y and z, or have numbers alone \(got "time/,
    ],
    ['text', 'Dear reader,\nhello\n', /name the columns x, y and z/],
    ['two columns', '1 2\n', /at least three numbers \(the first has 2\)/],
    ['no point', 'x,y,z\n', /at least one line with a point/],
    ['nothing', '\n\n', /at least one line with a point/],
    [
      'a short row',
      'x,y,z\n1,2,3\n\n4,5\n',
      /Line 4 must have 3 cells, as the first lines have \(got "4,5"\)/,
    ],
    ['a row with decimal commas between commas', 'x,y,z\n1,5,2,5,3,5\n', /Line 2 must have 3 cells/],
    ['a word for a number', 'x,y,z\n1,2,3\n4,five,6\n', /Line 3 must have a number for y \(got "five"\)/],
    ['an infinite position', 'x,y,z\nInfinity,2,3\n', /Line 2 must have a number for x/],
    ['a word for its value', 'x,y,z,t\n1,2,3,4\n1,2,3,high\n', /Line 3 must have a number for t/],
    ['two units', 'x [m],y [m],z [mm]\n1,2,3\n', /same unit \(got m, mm\)/],
    ['UTF-16', '\xff\xfex\0,\0y\0', /UTF-8 \(got UTF-16\)/],
    ['a line without end', `x,y,z\n${'1'.repeat(3 * 2 ** 20)}`, /more than 1048576 characters/],
    ['a header of brackets', `x,y,z${'(['.repeat(2 ** 18)}\n`, /name the columns x, y and z/],
  ])('with %s is refused', async (_, text, words) => {
    expect(await readRefusal(toBytes(text), 'a.csv')).toMatch(words)
  })

  it('above the limit is refused', async () => {
    expect(await readRefusal(toBytes('1 2 3\n'.repeat(1000)), 'a.xyz', { byteLimit: 5000 })).toMatch(
      /would take 12000 bytes/,
    )
  })
})
