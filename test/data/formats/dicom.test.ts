/** DICOM files that pydicom and dcmtk wrote (`dicom/make-files.py`), one by one and as series. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeFile, type OpenedFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { readRefusal, toFolderFile, toPlain } from './files.ts'

const folder = new URL('./dicom/', import.meta.url)
const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, folder)))
const expected: { readonly [name: string]: { readonly [member: string]: unknown } } = JSON.parse(
  readFileSync(new URL('expected.json', folder), 'utf8'),
)

const openAll = async (names: readonly string[], notes: string[] = []): Promise<OpenedFile> =>
  await openFiles(
    names.map((name) => toFolderFile(`scan/${name}`, read(name))),
    { onNote: (note) => notes.push(note) },
  )
const list = (pattern: RegExp): string[] => readdirSync(folder).filter((name) => pattern.test(name))

describe('a DICOM series', () => {
  it('becomes a volume in measured values, its slices by their places', async () => {
    const { frames, read } = await openAll(list(/^ct-/))
    expect(frames).toBe(1)
    expect(toPlain(await read(0))).toEqual(expected.ct)
  })

  it('of several moments has a volume for each', async () => {
    const { frames, read } = await openAll(list(/^mr-/))
    expect(frames).toBe(2)
    for (const frame of [1, 0]) expect(toPlain(await read(frame))).toEqual(expected[`mr-${frame}`])
  })

  it('is the largest of several in a folder, which is said', async () => {
    const notes: string[] = []
    const { read } = await openAll([...list(/^ct-/), 'enhanced.dcm', 'mr-00.dcm', 'make-files.py'], notes)
    expect((await read(0)).type).toBe('volume')
    const others = '"CT" (3 of 3×2), "MR" (1 of 3×2)'
    expect(notes).toEqual([`This is the largest of 3 series: 3 of 7 slices. Left out: ${others}.`])
  })

  it('with a missing slice is shown with a warning', async () => {
    const notes: string[] = []
    const moved = read('ct-8.dcm')
    const at = Buffer.from(moved).indexOf('-10.0\\-20.0\\32.5')
    moved.set(Buffer.from('-10.0\\-20.0\\34.0'), at)
    const files = [read('ct-7.dcm'), moved, read('ct-9.dcm')].map((bytes, i) =>
      toFolderFile(`${i}.dcm`, bytes),
    )
    await openFiles(files, { onNote: (note) => notes.push(note) })
    expect(notes).toEqual([expect.stringContaining('not at equal distances')])
  })

  it('with a damaged file is read without it, and names it', async () => {
    const cut = toFolderFile('b.dcm', read('ct-8.dcm').subarray(0, -20))
    const notes: string[] = []
    const files = [toFolderFile('a.dcm', read('ct-9.dcm')), cut, toFolderFile('c.dcm', read('ct-7.dcm'))]
    const { read: readFrame } = await openFiles(files, { onNote: (note) => notes.push(note) })
    expect(await readFrame(0)).toMatchObject({ shape: [2, 3, 4], spacing: [5, 0.5, 0.75] })
    expect(notes).toEqual([expect.stringContaining('1 of 3 files cannot be read and is left out. "b.dcm": ')])
    await expect(openFiles([cut, cut])).rejects.toThrow('"b.dcm": The file is truncated')
  })
})

describe('a DICOM file', () => {
  it.each([
    ['ct-9.dcm', 'one'],
    ['enhanced.dcm', 'enhanced'],
    ['rgb.dcm', 'rgb'],
    ['rle.dcm', 'one'],
    ['jpeg.dcm', 'one'],
    ['frames-rle.dcm', 'enhanced'],
    ['frames-lossless.dcm', 'enhanced'],
    ['frames-without-offsets.dcm', 'enhanced'],
    ['frames-basic.dcm', 'enhanced'],
    ['frames-extended.dcm', 'enhanced'],
  ])('%s becomes what was written into it', async (name, known) => {
    expect(toPlain(await decodeFile(read(name), name))).toEqual(expected[known])
  })

  it('is refused when its header promises more than it holds', async () => {
    const bytes = read('enhanced.dcm')
    const at = Buffer.from(bytes).indexOf(Uint8Array.of(0x28, 0, 0x10, 0, 0x55, 0x53))
    bytes.set([0xff, 0xff, 0x28, 0, 0x11, 0, 0x55, 0x53, 2, 0, 0xff, 0xff], at + 8)
    expect(await readRefusal(bytes, 'a.dcm')).toContain('would take')
    const frames = read('enhanced.dcm')
    frames.set(Buffer.from('9 '), Buffer.from(frames).indexOf(Buffer.from('IS\x02\x003 ', 'latin1')) + 4)
    expect(await readRefusal(frames, 'a.dcm')).toContain('truncated: 9 frames')
  })

  it('is refused wherever it ends early, and never crashes its reader', async () => {
    for (const name of ['ct-9.dcm', 'enhanced.dcm']) {
      const bytes = read(name)
      for (let length = 132; length < bytes.length; length += 61)
        expect(await readRefusal(bytes.subarray(0, length), name)).toContain(name)
    }
  })
})
