/** Orientations that stand in texts of a PNG, where Pillow and ImageMagick look for them and browsers do not. */
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { exifOfRotation, xmpOfRotation } from './tags/exif.ts'
import { toColorPng } from './tags/png.ts'
import type { PngChunk } from './tags/png-file.ts'

const note = 'It says that it is turned, though not in Exif: this is not applied.'
const listNotes = async (...chunks: readonly PngChunk[]) =>
  (await decodeFile(toColorPng(...chunks), 'a.png')).notes ?? []
const zlib = (text: string): string => Buffer.from(deflateSync(text)).toString('latin1')
const toProfile = (block: string): string =>
  `\nexif\n${String(block.length).padStart(8)}\n${Buffer.from(block, 'latin1').toString('hex')}\n`
const exif = `Exif\0\0${exifOfRotation}`
const upright = exif.replace('\x06', '\x01')

it.each<PngChunk>([
  ['zTXt', `Raw profile type exif\0\0${zlib(toProfile(exif))}`],
  ['tEXt', `Raw profile type APP1\0${toProfile(exif)}`],
  ['iTXt', `XML:com.adobe.xmp\0\x01\0\0\0${zlib(xmpOfRotation)}`],
  ['iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<rdf:Description tiff:Orientation="8"/>'],
])('a %s with an orientation is noted', async (...chunk) => {
  expect(await listNotes(['tEXt', 'Title\0a'], ['iTXt', 'Title\0\0\0\0\0a'], chunk)).toEqual([note])
})

it.each<PngChunk>([
  ['zTXt', `Raw profile type exif\0\0${zlib(toProfile(upright))}`],
  ['zTXt', 'Raw profile type exif\0\0damaged'],
  ['tEXt', `Comment\0${xmpOfRotation}`],
  ['iTXt', 'XML:com.adobe.xmp'],
])('a %s that is upright, damaged or of another kind is not', async (...chunk) => {
  expect(await listNotes(chunk)).toEqual([])
})

it('an orientation that Exif names too is applied and not noted', async () => {
  const text: PngChunk = ['iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmpOfRotation}`]
  expect(await listNotes(['eXIf', exifOfRotation], text)).toEqual([])
})
