/** The colour spaces of a PNG (section 4.3 of its third edition): what is not sRGB is said in a note. */
import { expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toColorPng, toPlaces } from './tags/png.ts'
import { type PngChunk, pngEnd, toHead, toPng, toRows } from './tags/png-file.ts'

const listNotes = async (...chunks: readonly PngChunk[]) =>
  (await decodeFile(toColorPng(...chunks), 'a.png')).notes ?? []
const wide: PngChunk = ['cHRM', toPlaces(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)]
const gamma = (value: number): PngChunk => ['gAMA', toPlaces(value)]

it.each([
  [1, '1/1'],
  [0.55556, '1/1.8'],
  [0.38462, '1/2.6'],
])('a PNG of the gamma %d says that it is not applied', async (value, found) => {
  expect(await listNotes(gamma(value))).toEqual([
    'Its samples are as they are stored and shown as sRGB: their gamma (gAMA) is not applied ' +
      `(${found} in place of about 1/2.2).`,
  ])
})

it.each([0.45455, 0.4545, 0.45, 0.47, 0])('a PNG of the gamma %d is taken for sRGB', async (value) => {
  expect(await listNotes(gamma(value))).toEqual([])
})

it('a PNG of another gamma and other primaries says both', async () => {
  expect(await listNotes(gamma(1), wide)).toEqual([
    expect.stringContaining('gamma (gAMA)'),
    expect.stringContaining('primaries and white (cHRM)'),
  ])
})

it.each<PngChunk>([
  ['sRGB', '\0'],
  ['cICP', '\x01\x0d\0\x01'],
])('a PNG with %s is that, whatever gamma and primaries say', async (...chunk) => {
  expect(await listNotes(gamma(1), wide, chunk)).toEqual([])
})

it('a PNG with a profile names that alone', async () => {
  const notes = await listNotes(['iCCP', 'a\0\0'], gamma(1), wide)
  expect(notes).toEqual([expect.stringContaining('color profile (ICC)')])
})

it('a grey PNG has no primaries, and a palette has', async () => {
  const grey = toPng(toHead(1, 1, 8, 0), wide, toRows(0, 7), pngEnd)
  expect(await decodeFile(grey, 'a.png')).not.toHaveProperty('notes')
  const palette = toPng(toHead(1, 1, 8, 3), wide, ['PLTE', 'abc'], toRows(0, 0), pngEnd)
  expect((await decodeFile(palette, 'a.png')).notes).toEqual([expect.stringContaining('cHRM')])
})
