/** The inflater by what Node's zlib has packed: members, what is behind them, checksums, and bounds. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { inflate, inflateStart } from '../../../core/data/formats/inflate.ts'
import { measureContent } from '../../../core/data/formats/measure-content.ts'
import { readKnown, readRefusal, toBytes } from './files.ts'

const noise = (length: number) => {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  })
}
const small = noise(1000)
/** Long enough for the stream of the system. */
const large = noise(2 ** 19)
/** As bytes: comparing half a million members one by one takes minutes on a busy machine. */
const expectBytes = (found: Uint8Array, wanted: Uint8Array) =>
  expect(Buffer.compare(found, wanted), `${found.length} bytes, not the ${wanted.length} wanted`).toBe(0)
const refusal = async (bytes: Uint8Array, limit = 2 ** 24, form: 'gzip' | 'deflate' = 'gzip') =>
  await inflate(bytes, limit, form).then(
    () => 'inflated',
    ({ message }: Error) => message,
  )

describe.each([
  ['small', small],
  ['large', large],
])('what is compressed, %s', (_, plain) => {
  const gz = gzipSync(plain)

  it('comes back in each form', async () => {
    expectBytes(await inflate(gz, plain.length), plain)
    expectBytes(await inflate(deflateSync(plain), plain.length, 'deflate'), plain)
    expectBytes(await inflate(deflateRawSync(plain), plain.length, 'deflate-raw'), plain)
    const shared = new Uint8Array(new SharedArrayBuffer(gz.length))
    shared.set(gz)
    expectBytes(await inflate(shared, plain.length), plain)
  })

  it('may have several members, and zeros behind, and nothing else', async () => {
    const both = toBytes(plain, plain)
    expectBytes(await inflate(toBytes(gz, gz), 2 ** 24), both)
    expectBytes(await inflate(toBytes(gz, gz, new Uint8Array(512)), 2 ** 24), both)
    expectBytes(await inflate(toBytes(gz, gzipSync('')), 2 ** 24), plain)
    for (const behind of ['x', '\0x', '\x1f'])
      expect(await refusal(toBytes(gz, behind))).toBe(
        'Other bytes follow behind what is compressed by gzip; its end is damaged.',
      )
    const packed = toBytes(deflateSync(plain), 'anything')
    expectBytes(await inflate(packed, 2 ** 24, 'deflate'), plain)
  })

  it('is refused where a checksum or a length is wrong, or the end is missing', async () => {
    for (const at of [gz.length - 8, gz.length - 4]) {
      const wrong = Uint8Array.from(gz)
      wrong[at] = (wrong[at] ?? 0) ^ 1
      expect(await refusal(wrong)).toMatch(
        /^The compressed bytes are damaged \(incorrect (data|length) check\)/,
      )
      expect(await refusal(toBytes(gz, wrong))).toMatch(/incorrect (data|length) check/)
    }
    for (const length of [5, 11, gz.length >> 1, gz.length - 1])
      expect(await refusal(gz.subarray(0, length))).toBe('What is compressed is truncated.')
    const zlib = Uint8Array.from(deflateSync(plain))
    zlib[zlib.length - 1] = (zlib.at(-1) ?? 0) ^ 1
    expect(await refusal(zlib, 2 ** 24, 'deflate')).toMatch(/incorrect data check/)
  })

  it('is refused beyond the limit, by a byte', async () => {
    for (const bytes of [gz, toBytes(gzipSync(''), gz)]) {
      expectBytes(await inflate(bytes, plain.length), plain)
      expect(await refusal(bytes, plain.length - 1)).toMatch(`more than ${plain.length - 1} bytes`)
    }
  })
})

describe('a compressed file', () => {
  it('is read alike in members, and with zeros behind', async () => {
    const plain = readKnown('volume-int16.npy')
    const expected = await decodeFile(plain, 'a.npy')
    const parts = [gzipSync(plain.subarray(0, 40)), gzipSync(plain.subarray(40))]
    for (const bytes of [toBytes(...parts), toBytes(gzipSync(plain), new Uint8Array(512))]) {
      expect(await decodeFile(bytes, 'a.npy.gz')).toEqual(expected)
      const read = async (start: number, length: number) => bytes.subarray(start, start + length)
      expect(await findType({ name: 'a.npy.gz', size: bytes.length, read })).toBe('volume')
    }
  })

  it('is inflated as far as its head says, which 200 MB behind it do not change', async () => {
    const nifti = readKnown('scan-int16.nii')
    const bomb = gzipSync(toBytes(nifti, new Uint8Array(2e8)))
    const words = await readRefusal(bomb, 'a.nii.gz')
    expect(words).toMatch(/"a.nii.gz", by gzip: What is compressed has more than 10\d{5} bytes/)
    expect(await decodeFile(gzipSync(toBytes(nifti, new Uint8Array(512))), 'a.nii.gz')).toEqual(
      await decodeFile(nifti, 'a.nii'),
    )
  })

  it('has a length by its head, where that says one', () => {
    const spare = 2 ** 20
    for (const [name, length] of [
      ['scan-int16.nii', readKnown('scan-int16.nii').length],
      ['pyramid-binary.stl', 84 + 50 * 6],
    ] as const)
      expect([name, measureContent(readKnown(name), name)]).toEqual([name, length + spare])
    expect(measureContent(toBytes('v 0 0 0'), 'a.obj')).toBeUndefined()
    expect(measureContent(new Uint8Array(3), 'a.nii')).toBeUndefined()
  })

  it('has a beginning even where its end is missing or damaged', () => {
    const gz = gzipSync(large)
    expect(inflateStart(gz.subarray(0, 5000), 1000)).toEqual(large.subarray(0, 1000))
    expect(inflateStart(gz.subarray(0, 5000), 2 ** 16).length).toBeGreaterThan(4000)
    expect(inflateStart(toBytes('\x1f\x8bno gzip'), 100)).toHaveLength(0)
  })
})
