/** Folders of OME-Zarr that `files/make-zarr.py` wrote, whole and spoiled. */
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import { listTar, toTarHead } from '../../../core/data/formats/tar.ts'
import { readKnown, readRefusal, toFolderFile, toPlain } from './files.ts'

type Files = Map<string, Uint8Array>

/** Returns the files in one of the archives, by their path in the folder of the image. */
async function readFolder(name: string): Promise<Files> {
  const files: Files = new Map()
  for (const { path, read } of listTar(readKnown(name)))
    files.set(path.slice(path.indexOf('/') + 1), (await read()).slice())
  return files
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Changes a file of metadata. */
function edit(files: Files, path: string, change: (metadata: JsonObject) => object): void {
  files.set(path, encode(change(JSON.parse(new TextDecoder().decode(files.get(path))))))
}

const open = async (files: Files, notes: string[] = [], byteLimit = 2 ** 24) =>
  await openFiles(
    [...files].map(([path, bytes]) => toFolderFile(`data/${path}`, bytes)),
    { onNote: (note) => notes.push(note), byteLimit },
  )

async function refuse(files: Files, byteLimit = 2 ** 24): Promise<string> {
  const outcome: unknown = await open(files, [], byteLimit)
    .then(({ read }) => read(0))
    .catch((error: unknown) => error)
  if (outcome instanceof SpecimenError) return outcome.message
  throw new Error(`It was opened: ${[...files].map(([path, { length }]) => `${path} ${length}`).join(', ')}`)
}

describe('a folder of OME-Zarr', () => {
  it('is shown at its finest level that the limit allows, which is said', async () => {
    const notes: string[] = []
    const { read } = await open(await readFolder('zarr2-blosc-lz4.tar'), notes, 5000)
    expect(toPlain(await read(0))).toMatchObject({ shape: [6, 10, 12], spacing: [4, 1, 1] })
    expect(notes).toEqual(['This is level 2 of 2: finer ones are too large or not there.'])
    expect(await refuse(await readFolder('zarr2-blosc-lz4.tar'), 1000)).toContain(
      '12×10×6 samples, is too large',
    )
  })

  it('has a volume for each time and channel', async () => {
    const notes: string[] = []
    const { frames, read } = await open(await readFolder('zarr2-plain-tczyx.tar'), notes)
    expect(frames).toBe(6)
    expect(notes).toEqual(['Its volumes are those of 2 t × 3 c.'])
    const data = async (frame: number) => [...(Object(await read(frame)).data as Int16Array)]
    const place = 4 * 24 // the samples before those of time 1, channel 1
    const expected = Array.from({ length: 24 }, (_, i) => place + i).map(
      (i) => ((i * 7 + Math.floor(i / 9)) % 120) + (i % 50 > 45 ? 3 : 0),
    )
    expect((await data(4)).filter((_, i) => i % 5 < 3)).toEqual(expected)
    expect((await data(4)).filter((_, i) => i % 5 > 2)).toEqual(Array(16).fill(7))
  })

  it('with one plane of bytes is an image', async () => {
    const files = await readFolder('zarr2-plain-tczyx.tar')
    for (const path of files.keys())
      if (!path.startsWith('.') && !path.endsWith('.zarray')) files.delete(path)
    edit(files, '0/.zarray', (array) => ({
      ...array,
      shape: [1, 1, 1, 2, 3],
      chunks: [1, 1, 1, 2, 3],
      dtype: '|u1',
    }))
    const { read } = await open(files)
    expect(toPlain(await read(0))).toMatchObject({
      type: 'image',
      width: 3,
      height: 2,
      data: Array(6).fill(7),
    })
  })

  it('is found below the top of a folder, the first of several, with others left out', async () => {
    const files = await readFolder('zarr3-zstd.tar')
    const more = [...files].flatMap(([path, bytes]) => [
      toFolderFile(`top/b/${path}`, bytes),
      toFolderFile(`top/a/labels/${path}`, Uint8Array.of(1)),
    ])
    const { read } = await openFiles([...more, toFolderFile('top/.zgroup', encode({ zarr_format: 2 }))])
    expect((await read(0)).type).toBe('volume')
  })

  it('without multiscales says so', async () => {
    const files: Files = new Map([
      ['.zarray', encode({})],
      ['0.0.0', Uint8Array.of(1)],
    ])
    expect(await refuse(files)).toContain('Zarr without multiscales')
  })

  it('is refused where its metadata lie, in a sentence and without their memory', async () => {
    const arrays: [change: JsonObject, sentence: RegExp][] = [
      [{ shape: [1e9, 1e9, 1e9] }, /chunks \(got/],
      [{ shape: [30_000, 30_000, 30_000], chunks: [600, 600, 600] }, /is too large/],
      [{ chunks: [1e9, 1e9, 1e9] }, /A chunk must have/],
      [{ chunks: [1, 1, 1], shape: [200, 200, 200] }, /chunks \(got 8000000\)/],
      [{ shape: [-1, 4, 4] }, /Shape and chunks/],
      [{ shape: ['a', 4, 4] }, /Shape and chunks/],
      [{ shape: [4, 4], chunks: [4, 4] }, /axes must have 2 entries/],
      [{ shape: Array(30).fill(1), chunks: Array(30).fill(1) }, /Shape and chunks/],
      [{ dtype: '|S10' }, /must be real numbers/],
      [{ dtype: '|O' }, /must be real numbers/],
      [{ compressor: { id: 'jpeg2k' } }, /jpeg2k/],
      [{ shape: null }, /OME-Zarr: /],
    ]
    for (const [change, sentence] of arrays) {
      const files = await readFolder('zarr2-blosc-lz4.tar')
      edit(files, '0/.zarray', (array) => ({ ...array, ...change }))
      files.delete('1/.zarray')
      expect(await refuse(files)).toMatch(sentence)
    }
    for (const path of ['../0', '/etc', '0/../../1', '', 'a#b', 'file:///etc', '%2e%2e/0', 7]) {
      const files = await readFolder('zarr2-blosc-lz4.tar')
      edit(files, '.zattrs', () => ({ multiscales: [{ datasets: [{ path }] }] }))
      expect(await refuse(files)).toMatch(/must lead into the folder/)
    }
    const files = await readFolder('zarr2-blosc-lz4.tar')
    files.set('.zattrs', new Uint8Array(2 ** 22 + 1).fill(0x20))
    expect(await refuse(files)).toContain('without multiscales')
  })

  it('is refused where a chunk is cut, longer, or of another kind', async () => {
    for (const name of [
      'zarr2-plain-tczyx.tar',
      'zarr2-blosc-lz4.tar',
      'zarr2-lz4.tar',
      'zarr2-zlib-columns.tar',
      'zarr3-zstd.tar',
      'zarr3-shards.tar',
      'zarr2-blosc-zstd-bits.tar',
    ]) {
      const whole = await readFolder(name)
      const path = [...whole.keys()].find((key) => /^0\/(c\/)?[0./]+$/.test(key)) ?? ''
      const chunk = whole.get(path) ?? new Uint8Array()
      for (const bytes of [
        chunk.subarray(0, -5),
        chunk.subarray(0, 3),
        new Uint8Array(),
        ...(/plain|shards/.test(name) ? [] : [new Uint8Array(chunk.length).fill(255)]),
      ])
        expect(await refuse(new Map([...whole, [path, bytes]])), `${name} ${bytes.length}`).toMatch(
          /OME-Zarr: /,
        )
    }
  })

  it('never unpacks more than a chunk has', async () => {
    const files = await readFolder('zarr2-zlib-columns.tar')
    const [path = ''] = [...files.keys()].filter((key) => /^0\/[0.]+$/.test(key))
    const { deflateSync } = await import('node:zlib')
    files.set(path, new Uint8Array(deflateSync(new Uint8Array(2 ** 25))))
    expect(await refuse(files)).toMatch(/What is compressed has more than 208\d* bytes/)
    const blosc = await readFolder('zarr2-blosc-lz4.tar')
    const chunk = blosc.get('0/0/0/0')
    new DataView(chunk?.buffer ?? new ArrayBuffer(0)).setUint32(4, 2 ** 31, true)
    expect(await refuse(blosc)).toContain('its head says 2147483648')
  })
})

describe('an archive', () => {
  it('may have long paths, and is refused where it is cut', async () => {
    const path = `${'a'.repeat(90)}/${'b'.repeat(99)}`
    const bytes = new Uint8Array(1024)
    bytes.set(toTarHead(path, 3))
    expect(listTar(bytes)).toMatchObject([{ path, size: 3 }])
    expect(() => toTarHead('c'.repeat(101), 3)).toThrow('too long')
    bytes.set(toTarHead(path, 600))
    expect(await readRefusal(bytes, 'a.tar')).toContain('truncated')
  })

  it('of something else is refused with what to do', async () => {
    const bytes = new Uint8Array(1024)
    bytes.set(toTarHead('l.png', 512))
    bytes.set(readKnown('l.png').subarray(0, 512), 512)
    expect(await readRefusal(bytes, 'a.tar')).toContain('unpack it')
  })
})
