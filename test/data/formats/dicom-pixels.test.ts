/** Compressed pixels of DICOM (`dicom/make-files.py`), and heads that promise other sizes than the file. */
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { type DicomElements, picture, toDicom } from './dicom/build-dicom.ts'
import { bytes, grey12, greys, lossyValues, rainbow, signed16 } from './dicom/pictures.ts'
import { readRefusal, toBytes } from './files.ts'
import { readWasm } from './read-wasm.ts'

const folder = new URL('./dicom/', import.meta.url)
const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, folder)))
const pictures = { grey12, signed16, bytes, rainbow }
const lossless = Object.entries(pictures).flatMap(([name, values]) =>
  ['rle', 'lossless', 'jpegls', 'j2k'].map((ending) => [`${name}-${ending}.dcm`, values] as const),
)
const predictors = [1, 2, 3, 4, 5, 6, 7].map((predictor) => [`predictor-${predictor}.dcm`, grey12] as const)

async function refuseCompressed(
  content: Uint8Array,
  options: { readonly byteLimit?: number } = {},
): Promise<string> {
  return await decodeFile(content, 'a.dcm', { readWasm, ...options }).then(
    () => expect.fail('It was decoded.'),
    (error: Error) => error.message,
  )
}

/** Replaces bytes behind a mark. */
function change(
  name: string,
  mark: readonly number[],
  change: (at: number, content: Uint8Array) => void,
): Uint8Array {
  const content = read(name)
  const at = Buffer.from(content).indexOf(Uint8Array.from(mark))
  expect(at).toBeGreaterThan(0)
  change(at, content)
  return content
}

describe('compressed pixels', () => {
  it.each([...lossless, ...predictors, ['rainbow-planes-jpegls.dcm', rainbow] as const])(
    '%s are those that were compressed',
    async (name, values) => {
      expect(greys(await decodeFile(read(name), name, { readWasm }))).toEqual(values)
    },
  )

  it.each(['rainbow-baseline', 'rainbow-baseline-rgb'])('%s are RGB', async (name) => {
    const notes: string[] = []
    const found = greys(await decodeFile(read(`${name}.dcm`), name, { onNote: (note) => notes.push(note) }))
    const wanted = lossyValues(name)
    expect(found).toHaveLength(wanted.length)
    expect(Math.max(...found.map((value, i) => Math.abs(value - (wanted[i] ?? 0))))).toBeLessThanOrEqual(2)
    expect(notes).toEqual([expect.stringContaining('compressed with loss (1:')])
  })

  it.each([
    ['grey12-near.dcm', 1],
    ['grey12-jpegls.dcm', 0],
    ['grey12-j2k.dcm', 0],
    ['grey12-lossless.dcm', 0],
  ])('%s have lost something by their codes, whatever the file says: %i note', async (name, count) => {
    const said = Array.from('\x28\0\x10\x21CS\x02\x0001', (letter) => letter.charCodeAt(0))
    const content = name.includes('near')
      ? change(name, said, (at, bytes) => bytes.set([0x30, 0x30], at + 8))
      : read(name)
    const notes: string[] = []
    await decodeFile(content, name, { readWasm, onNote: (note) => notes.push(note) })
    expect(notes.filter((note) => note.includes('compressed with loss'))).toHaveLength(count)
  })

  it('of one bit are those of JPEG 2000', async () => {
    const mask: DicomElements = {
      ...picture,
      '00280010 US': [8],
      '00280011 US': [8],
      '00280100 US': [1],
      '00280101 US': [1],
    }
    const { '7fe00010 OW': _samples, ...elements }: DicomElements = { ...mask, '00280102 US': [0] }
    // opj_compress 2.5 -F 8,8,1,1,u of (x / 2 + y / 4) % 2.
    const code = Buffer.from(
      '/0//UQApAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAABAAEB/1IADAAAAAEAAAQEAAH/XAAEQAj/kAAKAAAAAAAYAAH/' +
        'k9UAEU+GKs9/BCf/2Q==',
      'base64',
    )
    const length = new Uint32Array([code.length])
    const pixels = toBytes(
      toDicom(elements, { syntax: '1.2.840.10008.1.2.4.90' }),
      '\xe0\x7f\x10\x00OB\0\0\xff\xff\xff\xff\xfe\xff\x00\xe0\0\0\0\0\xfe\xff\x00\xe0',
      length,
      code,
      '\xfe\xff\xdd\xe0\0\0\0\0',
    )
    const found = greys(await decodeFile(pixels, 'a.dcm', { readWasm }))
    const bits = Array.from({ length: 64 }, (_, i) => (((i % 8) >> 1) + (i >> 5)) % 2)
    expect(found).toEqual(bits.map((bit) => 255 * bit))
  })

  it.each(['grey12-jpegls.dcm', 'grey12-j2k.dcm'])(
    '%s say in a page that a host decodes them',
    async (name) => {
      expect(await readRefusal(read(name), name)).toMatch(
        /a host decodes and a page does not.*gdcmconv --raw/,
      )
    },
  )
})

describe('the head of a compressed frame is held against the file', () => {
  it.each([
    ['grey12-lossless.dcm', [0xff, 0xc3]],
    ['grey12-jpegls.dcm', [0xff, 0xf7]],
    ['bytes-baseline.dcm', [0xff, 0xc0]],
  ] as const)('%s of 65000 × 65000', async (name, mark) => {
    const large = change(name, mark, (at, content) => content.set([0xfd, 0xe8, 0xfd, 0xe8], at + 5))
    const before = process.memoryUsage().arrayBuffers
    expect(await refuseCompressed(large)).toContain('(got 65000×65000 with 1 samples of')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 27)
  })

  it('also that of JPEG 2000, its tiles and precincts', async () => {
    const siz = [0xff, 0x4f, 0xff, 0x51]
    const large = change('grey12-j2k.dcm', siz, (at, content) =>
      content.set([0, 1, 0, 0, 0, 1, 0, 0], at + 8),
    )
    expect(await refuseCompressed(large)).toContain('A JPEG 2000 of 65536×65536 cannot have')
    const tiled = change('grey12-j2k.dcm', siz, (at, content) =>
      content.set([0, 0, 0, 1, 0, 0, 0, 1], at + 24),
    )
    expect(await refuseCompressed(tiled)).toContain('cannot have 192 tiles')
    const tiny = change('grey12-j2k.dcm', [0xff, 0x52], (at, content) => {
      content[at + 4] = 1
      content.fill(0x11, at + 14, at + 20)
    })
    expect(await refuseCompressed(tiny)).toContain('precincts')
  })

  it('and the segments of RLE', async () => {
    const head = [2, 0, 0, 0, 64, 0, 0, 0]
    const few = change('grey12-rle.dcm', head, (at, content) => content.set([1], at))
    expect(await refuseCompressed(few)).toContain('must have 2 segments')
    const beyond = change('grey12-rle.dcm', head, (at, content) => content.set([0, 255], at + 8))
    expect(await refuseCompressed(beyond)).toContain('must lie within its frame')
    const ended = change('grey12-rle.dcm', head, (at, content) => content.fill(128, at + 64, at + 120))
    expect(await refuseCompressed(ended)).toMatch(/ends after \d+ of 192 bytes/)
  })
})

describe('a damaged file', () => {
  const names = ['ct-9.dcm', 'grey12-rle.dcm', 'grey12-lossless.dcm', 'grey12-jpegls.dcm', 'grey12-j2k.dcm']

  it.each([...names, 'frames-basic.dcm', 'deflated.dcm'])(
    '%s that is cut says so in a sentence',
    async (name) => {
      const whole = read(name)
      for (let length = 133; length < whole.length - 40; length += 37) {
        const refusal = await refuseCompressed(whole.subarray(0, length))
        expect(refusal).not.toMatch(/object Object|undefined|NaN|-\d+ are left/)
        expect(refusal).toMatch(/[.?]$/)
      }
    },
  )

  it('whose elements are nested or longer than it says so', async () => {
    let nested: DicomElements = { '00080100 SH': 'A' }
    for (let depth = 0; depth < 30; depth++) nested = { '00081140 SQ': [nested] }
    expect(await decodeFile(toDicom({ ...picture, ...nested }), 'a.dcm')).toMatchObject({ type: 'image' })
    const item = [0xfe, 0xff, 0, 0xe0, 0xff, 0xff, 0xff, 0xff]
    const sequence = [8, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff]
    const deep = Array.from({ length: 20_000 }, () => [...sequence, ...item]).flat()
    const body = toDicom({}).subarray(0)
    const file = new Uint8Array([...body, ...deep])
    expect(await refuseCompressed(file)).toContain('nested too deeply')
    const long = toDicom({ ...picture, '00080008 UT': 'x' })
    const at = Buffer.from(long).indexOf('UT')
    long.set([0xff, 0xff, 0xff, 0x7f], at + 4)
    expect(await refuseCompressed(long)).toContain('does not end where it says')
  })

  it('that inflates beyond the limit is refused', async () => {
    const bomb = deflateRawSync(Buffer.alloc(2 ** 25))
    const meta = toDicom({}, { syntax: '1.2.840.10008.1.2.1.99' })
    const file = new Uint8Array(Buffer.concat([meta, bomb]))
    expect(await refuseCompressed(file, { byteLimit: 2 ** 20 })).toContain('What is deflated')
  })

  it('whose fragments cannot be divided among its frames is refused', async () => {
    const more = change(
      'frames-lossless.dcm',
      Array.from('IS\x02\x003 ', (letter) => letter.charCodeAt(0)),
      (at, content) => content.set(Buffer.from('2 '), at + 4),
    )
    expect(await refuseCompressed(more)).toContain('cannot be divided among 2 frames')
  })
})

describe('a file without its preamble', () => {
  it.each([
    ['explicit', {}],
    ['implicit', { isImplicit: true }],
    ['with the high byte first', { isBigEndian: true }],
  ] as const)('is known by its elements, %s', async (_name, form) => {
    const elements: DicomElements = { ...picture, '00080016 UI': '1.2.840.10008.5.1.4.1.1.7' }
    const content = toDicom(elements, { ...form, isBare: true })
    for (const name of ['a.dcm', 'IM0001', 'a.ima'])
      expect(await decodeFile(content, name)).toMatchObject({ data: new Uint16Array([1, 2, 3, 400]) })
  })

  it.each(['0020000e UI', '00080060 CS', '00100010 PN', '00180015 CS', '00280002 US'])(
    'is known where it begins with %s, with and without types',
    async (tag) => {
      const later = Object.entries(picture).filter(([other]) => other >= tag)
      const first = tag.endsWith('US') ? [1] : '1.2'
      const elements: DicomElements = { [tag]: first, ...Object.fromEntries(later) }
      for (const form of [{}, { isImplicit: true }, { isBigEndian: true }]) {
        const content = toDicom(elements, { ...form, isBare: true })
        expect(await decodeFile(content, 'IM0001')).toMatchObject({ data: new Uint16Array([1, 2, 3, 400]) })
      }
    },
  )

  it.each([
    ['tags that do not rise', '\x20\0\x0e\0\x02\0\0\0ab\x20\0\x0d\0\x02\0\0\0ab'],
    ['an odd length', '\x20\0\x0e\0\x03\0\0\0abc\x20\0\x10\0\x02\0\0\0ab'],
    ['two elements', '\x20\0\x0e\0\x02\0\0\0ab\x20\0\x10\0\x02\0\0\0ab'],
  ])('is no DICOM by %s', async (_, text) => {
    await expect(decodeFile(toBytes(text), 'IM0001')).rejects.toThrow('none of the formats')
  })

  it('is not taken for one by its name alone', async () => {
    const text = new TextEncoder().encode('a text, and neither a preamble nor elements')
    await expect(decodeFile(text, 'a.dcm')).rejects.toThrow('"a.dcm"')
  })
})
