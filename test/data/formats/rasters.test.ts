/** Pictures and stacks on which other programs broke: right values, or what is missing in a sentence. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { measureResult } from '../../../core/contract/domain/result/result.ts'
import { decodeFile, openFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { readXmlElements } from '../../../core/data/formats/tiff/xml-elements.ts'
import { readKnown, readRaster, readRefusal, toBytes, toPlain } from './files.ts'
import { type JpegParts, toJpeg, toScan, writeNumber } from './tags/jpeg-file.ts'
import { pngEnd, toHead, toPng } from './tags/png-file.ts'
import { oldLzw } from './tags/tiff.ts'
import { toTiff } from './tags/tiff-file.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const grey = [1, 21, 41, 61, 81, 101, 121, 141, 161, 181, 201, 221]
const signed = [-1000, -100, 0, 40, 300, 1500]
const tiled = Array.from({ length: 512 }, (_, i) => (i % 32 < 16 ? Math.floor(i / 32) * 16 + (i % 32) : 0))

/** The name of a file, members of its result and its notes. The values are those of tifffile, libtiff and Pillow. */
const cases: readonly (readonly [name: string, members: object, notes?: readonly string[]])[] = [
  ['fill-order-2.tif', { data: grey }],
  ['min-is-white-one.tif', { data: grey }],
  ['min-is-white-stack.tif', { data: [...grey, ...grey.map((value) => value + 1)] }],
  ['imagej-one-directory.tif', { shape: [5, 3, 4], data: upTo(60), spacing: [2.5, 0.5, 0.5], unit: 'µm' }],
  ['imagej-signed.tif', { dtype: 'int16', data: [...signed, ...signed.map((value) => value + 1)] }],
  [
    'rgb-unspecified.tif',
    { channels: 3, data: [0, 1, 2, 3].flatMap(() => [200, 100, 50]) },
    ['Samples beyond the colors of which the file does not say what they are are left out.'],
  ],
  ['associated-alpha.tif', { data: [199, 100, 50, 128, 0, 0, 0, 0, 255, 0, 0, 255, 255, 255, 255, 64] }],
  [
    'tiffdata-order.ome.tif',
    { data: [...upTo(12).map((i) => 24 + i), ...upTo(12).map((i) => 12 + i), ...upTo(12)] },
  ],
  ['mixed-units.ome.tif', { spacing: [2, 0.5, 0.5], unit: 'µm' }],
  ['sparse-tiles.tif', { width: 32, data: tiled }],
  [
    'tifffile-tzyx.tif',
    { shape: [5, 6, 7], data: upTo(210), frames: 2 },
    ['This is the first of 2 volumes in the file.'],
  ],
  ['rgb-ids.jpg', { data: upTo(256).flatMap(() => [135, 75, 175]) }],
  ['jfif-adobe-0.jpg', { data: upTo(256).flatMap(() => [201, 120, 41]) }],
  [
    'idat-and-zeros.png',
    { width: 2, height: 2, channels: 3, data: [255, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0] },
  ],
]

describe('a picture or stack of a public report', () => {
  for (const [name, members, notes = []] of cases)
    it(`${name} has its values`, async () => {
      const found: string[] = []
      const result = await decodeFile(readRaster(name), name, { onNote: (note) => found.push(note) })
      expect(toPlain(result)).toMatchObject(members)
      expect(found).toEqual(notes)
    })

  it('image-depth.tif is refused with the way out: its tiles have a depth', async () => {
    expect(await readRefusal(readRaster('image-depth.tif'), 'a.tif')).toMatch(
      /tiles must be flat.*page for each/,
    )
  })

  it('tifffile-tzyx.tif has its second volume, too', async () => {
    const { frames, read } = await openFile(readRaster('tifffile-tzyx.tif'), 'a.tif')
    expect(frames).toBe(2)
    expect(toPlain(await read(1))).toMatchObject({ data: upTo(210).map((i) => 210 + i), frame: 1 })
  })

  it('is listed as what it is', async () => {
    for (const [name] of cases.filter(([name]) => /tif$/.test(name))) {
      const bytes = readRaster(name)
      const read = async (start: number, length: number): Promise<Uint8Array> =>
        bytes.slice(start, start + length)
      const { type } = await decodeFile(bytes, name)
      expect(await findType({ name, size: bytes.length, read }), name).toBe(type)
    }
  })
})

/** Returns an OME document on two pages, and the result of these. */
async function readOme(document: string): Promise<{ readonly [member: string]: unknown }> {
  const pages = [0, 1].map((page) => ({
    data: new Uint8Array([2 * page, 2 * page + 1]),
    tags: page ? {} : { 270: document },
  }))
  return toPlain(await decodeFile(toTiff(...pages), 'a.tif'))
}

const sizes = "SizeX='2' SizeY='1' SizeZ='2' SizeC='1' SizeT='1' DimensionOrder='XYZCT'"

describe('an OME document', () => {
  it('may have apostrophes, entities and a prefix', async () => {
    const lengths = "PhysicalSizeX='1' PhysicalSizeY=\"1\" PhysicalSizeZ = '2' PhysicalSizeXUnit='&#x3bc;m'"
    const text = `<?xml version='1.0'?><!-- <Pixels SizeZ="9"/> --><o:OME><o:Image Name="a>b &lt;"><o:Pixels ${sizes} ${lengths}/></o:Image></o:OME>`
    expect(await readOme(text)).toMatchObject({ shape: [2, 1, 2], spacing: [2, 1, 1], unit: 'µm' })
  })

  it('of several images is that of the first, which a note says', async () => {
    const image = (ifd: number): string =>
      `<Image><Pixels ${sizes.replace("SizeZ='2'", "SizeZ='1'")}><TiffData IFD="${ifd}"/></Pixels></Image>`
    const notes: string[] = []
    const pages = [0, 1].map((page) => ({
      data: new Uint8Array([page, page]),
      tags: page ? {} : { 270: `<OME>${image(1)}${image(0)}</OME>` },
    }))
    const result = await decodeFile(toTiff(...pages), 'a.tif', { onNote: (note) => notes.push(note) })
    expect(toPlain(result)).toMatchObject({ type: 'image', data: [1, 1] })
    expect(notes).toEqual(['This is the first of 2 images of the OME document.'])
  })

  it('that does not fit to the pages is left out, which a note says', async () => {
    const notes: string[] = []
    const text = `<OME><Image><Pixels ${sizes}><TiffData IFD="7"/></Pixels></Image></OME>`
    const file = toTiff({ tags: { 270: text } }, {})
    expect(await decodeFile(file, 'a.tif', { onNote: (note) => notes.push(note) })).toMatchObject({
      shape: [2, 1, 2],
    })
    expect(notes[0]).toMatch(/OME document does not fit to its pages/)
  })

  it('costs one look at each letter: marks without an end, and attributes without one, end the search', () => {
    const long = 200_000
    for (const part of ['<', '<a ', 'a=', '<!--', '<Pixels a="', "='", '<a b="c"/>', '&lt;']) {
      const text = `<OME>${part.repeat(long / part.length)}`
      expect(readXmlElements(text).length).toBeLessThanOrEqual(long)
    }
  })
})

describe('a JPEG that is damaged', () => {
  async function readNoted(bytes: Uint8Array): Promise<readonly [data: ArrayLike<number>, notes: string[]]> {
    const notes: string[] = []
    const result = await decodeFile(bytes, 'a.jpg', { onNote: (note) => notes.push(note) })
    if (result.type !== 'image') throw new Error(`It is a ${result.type}.`)
    return [result.data, notes]
  }

  it('is shown as far as its pixels go, grey from there on, which a note says', async () => {
    const whole = await readNoted(readKnown('baseline.jpg'))
    const [data, notes] = await readNoted(readKnown('baseline.jpg').subarray(0, 800))
    expect(notes).toEqual(['The file is damaged: its pixels end early. Pixels that are missing are grey.'])
    expect(Array.from(data).slice(0, 24)).toEqual(Array.from(whole[0]).slice(0, 24))
    expect(Array.from(data).slice(-3)).toEqual([128, 128, 128])
  })

  it('by bytes between its segments, or without its end, is shown with a note', async () => {
    const file = toJpeg({ levels: [77], segments: [[0xfe, 'ab']] })
    const [data, notes] = await readNoted(toBytes(file.subarray(0, 8), 'junk', file.subarray(8)))
    expect([data[0], notes]).toEqual([
      77,
      ['The file is damaged: there are 4 bytes of no segment. Pixels that are missing are grey.'],
    ])
    const [same, others] = await readNoted(toJpeg({ levels: [77], marker: 0xc2, end: '' }))
    expect([same[0], others]).toEqual([
      77,
      ['The file is damaged: it has no end. Pixels that are missing are grey.'],
    ])
  })

  it('by a bad Exif block is shown as every viewer shows it', async () => {
    const [data, notes] = await readNoted(
      toJpeg({ levels: [77], segments: [[0xe1, 'Exif\0\0II*\0\xff\xff\xff\xff']] }),
    )
    expect([data[0], notes]).toEqual([77, []])
  })

  it('in one interval is right again behind the next restart', async () => {
    const segments = [[0xdd, '\0\x01']] as const
    const block = toScan(`${writeNumber(8 * (77 - 128))}1010`)
    const file = toBytes(
      toJpeg({ levels: [], ids: [1], width: 24, segments, scan: '1'.repeat(8), end: '' }),
      ...['\xff\xd0', block, '\xff\xd1', block, '\xff\xd9'],
    )
    const [data, notes] = await readNoted(file)
    expect([data[8], data[23]]).toEqual([77, 77])
    expect(notes).toEqual(['The file is damaged: its pixels end early. Pixels that are missing are grey.'])
  })

  it('in its last block, in an interval, or by more coefficients than a block has, is noted', async () => {
    const level = writeNumber(8 * (77 - 128))
    const cut = 'The file is damaged: its pixels end early. Pixels that are missing are grey.'
    // 11111111001 is a run of 15 zeros and then 16 more, of which a block holds no fifth.
    const past = `${level}${'11111111001'.repeat(5)}1010`
    const noteOf = async (parts: JpegParts) => (await readNoted(toJpeg({ ids: [1], ...parts })))[1]
    expect(await noteOf({ levels: [], scan: `${level}1010` })).toEqual([])
    expect(await noteOf({ levels: [], scan: `${level}11111111001` })).toEqual([cut])
    expect(await noteOf({ levels: [], scan: '1'.repeat(32) })).toEqual([
      expect.stringContaining('mean nothing'),
    ])
    expect(await noteOf({ levels: [], scan: past })).toEqual([expect.stringContaining('mean nothing')])
    const segments = [[0xdd, '\0\x02']] as const
    expect(await noteOf({ levels: [], width: 16, segments, scan: `${level}1010` })).toEqual([cut])
  })
})

describe('hostile pictures', () => {
  it('a JPEG of very many scans is refused', async () => {
    const file = toJpeg({ levels: [77], marker: 0xc2, end: '' })
    const scan = file.subarray(-13)
    const bytes = toBytes(file, ...Array.from({ length: 200 }, () => scan), '\xff\xd9')
    expect(await readRefusal(bytes, 'a.jpg')).toMatch(/at most 100 scans/)
  })

  it('a JPEG that needs more coefficients than the limit is refused before it is decoded', async () => {
    const bytes = toBytes(
      toJpeg({ levels: [77], marker: 0xc2, width: 1000, height: 1000 }),
      new Uint8Array(10_000),
    )
    expect(await readRefusal(bytes, 'a.jpg', { byteLimit: 2_000_000 })).toMatch(
      /1000×1000 pixels would take 3\d{6}/,
    )
  })

  it('a PNG that inflates to far more than its pixels is read in the memory of these', async () => {
    const bomb = new Uint8Array(deflateSync(new Uint8Array(2 ** 24)))
    const bytes = toPng(toHead(4, 4, 8, 0), ['IDAT', bomb], pngEnd)
    const image = await decodeFile(bytes, 'a.png', { byteLimit: 200 })
    expect(measureResult(image)).toBe(16)
  })

  it('a tile of a TIFF that is far larger than its page is refused', async () => {
    const data = new Uint8Array(deflateSync(new Uint8Array(2 ** 22)))
    const bytes = toTiff({ data, tags: { 259: 8, 322: 4096, 323: 2048 } })
    expect(await readRefusal(bytes, 'a.tif', { byteLimit: 2 ** 16 })).toMatch(
      /A strip or tile would take 8388608/,
    )
  })

  it('slices that the writer took for colours are said to be that', async () => {
    // As tifffile 2023.2 writes an array of 3×1×2 with the axes ZYX: as planes of red, green and blue.
    const shaped = (axes: string): Uint8Array =>
      toTiff({
        tags: { 258: [8, 8, 8], 262: 2, 270: JSON.stringify({ axes, shape: [3, 1, 2] }), 277: 3, 284: 2 },
        data: [
          [1, 2],
          [3, 4],
          [5, 6],
        ].map((plane) => new Uint8Array(plane)),
      })
    const slices = await decodeFile(shaped('ZYX'), 'a.tif')
    expect(slices).toMatchObject({ type: 'image', data: new Uint8Array([1, 3, 5, 2, 4, 6]) })
    expect(slices.notes).toEqual([expect.stringContaining('slices by its description')])
    expect((await decodeFile(shaped('SYX'), 'a.tif')).notes).toBeUndefined()
  })

  it('integers of 64 bits that float64 does not have are said to be rounded', async () => {
    const samples = new BigUint64Array([3n, 2n ** 53n + 1n])
    const page = { tags: { 258: 64, 339: 1 }, data: new Uint8Array(samples.buffer) }
    const { notes } = await decodeFile(toTiff(page), 'a.tif')
    expect(notes).toEqual(['Integers of 2^53 and more are shown as the nearest float64.'])
  })

  it('a WebP is refused where no WebAssembly may run, with the ways out', async () => {
    expect(await readRefusal(readRaster('lossy.webp'), 'a.webp')).toBe(
      '"a.webp", as WebP: WebP is read by hosts, and not by a page: serve it with `npx --no -- ' +
        'specimen serve --data`, or ' +
        'save it as PNG.',
    )
  })

  it('a WebP of a canvas beyond the limit is refused before it is decoded', async () => {
    const canvas = new Uint8Array([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
    const bytes = toBytes(
      'RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0',
      canvas,
      'VP8L\x0a\0\0\0',
      '\x2f',
      new Uint8Array(9),
    )
    expect(await readRefusal(bytes, 'a.webp')).toMatch(/at most 268435456 pixels/)
  })

  it('a BMP of more pixels than its runs can have is refused', async () => {
    const head = toBytes('BM', new Uint32Array([70, 0, 58, 40, 60_000, 60_000]), new Uint16Array([1, 8]))
    const bytes = toBytes(head, new Uint32Array([1, 0, 0, 0, 1, 0, 0]), '\0\x01')
    expect(await readRefusal(bytes, 'a.bmp')).toMatch(/60000×60000 pixels (cannot|would)/)
  })
})

describe('a TIFF', () => {
  it('of LZW in the old bit order is read', async () => {
    expect(toPlain(await decodeFile(oldLzw(), 'a.tif'))).toMatchObject({ data: [7, 9] })
  })

  it('with unknown private tags says so in one sentence', async () => {
    const notes: string[] = []
    const tags = Object.fromEntries([60_001, 60_002, 60_003, 60_004, 60_005, 60_006].map((tag) => [tag, 1]))
    await decodeFile(toTiff({ tags }), 'a.tif', { onNote: (note) => notes.push(note) })
    expect(notes).toEqual([
      'Its tags 60001, 60002, 60003, 60004, 60005 and 1 more are unknown to this reader of TIFF and are left out.',
    ])
  })

  it('of a stack of colors is a volume for each', async () => {
    const page = (values: readonly number[]) => ({
      data: new Uint8Array(values),
      tags: { 256: 1, 258: [8, 8, 8], 262: 2, 277: 3 },
    })
    const { frames, read } = await openFile(toTiff(page([1, 2, 3]), page([4, 5, 6])), 'a.tif')
    expect(frames).toBe(3)
    expect(toPlain(await read(2))).toMatchObject({ shape: [2, 1, 1], data: [3, 6] })
  })

  it('of 10, 12 and 24 bits has its numbers', async () => {
    const ten = { data: new Uint8Array([0b0000_0001, 0b0111_1111, 0b1111_0000]), tags: { 258: 10 } }
    expect(toPlain(await decodeFile(toTiff(ten), 'a.tif'))).toMatchObject({
      dtype: 'uint16',
      data: [5, 1023],
    })
    const twelve = { data: new Uint8Array([0x12, 0x3a, 0xbc]), tags: { 258: 12 } }
    expect(toPlain(await decodeFile(toTiff(twelve), 'a.tif'))).toMatchObject({ data: [0x123, 0xabc] })
    const floats = { data: new Uint8Array([0, 0, 0x3f, 0, 0x80, 0xbf]), tags: { 258: 24, 339: 3 } }
    expect(toPlain(await decodeFile(toTiff(floats), 'a.tif'))).toMatchObject({
      dtype: 'float32',
      data: [1, -1.5],
    })
  })
})
