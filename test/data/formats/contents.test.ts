/** A file is what it contains: a mark or the structure decides, and a name only where the content can be that format. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findFormat } from '../../../core/data/formats/find-format.ts'
import { formats } from '../../../core/data/formats/formats.ts'
import { readKnownFiles, readRefusal, toBytes } from './files.ts'

const extensions = formats.flatMap((format): readonly string[] => format.extensions)
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n'
const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n'

/** Contents that lie under names of other formats: beginnings after each format's own text. */
const others: readonly (readonly [sentence: RegExp, bytes: Uint8Array])[] = [
  [/pointer of Git LFS.*git lfs pull/, toBytes(pointer)],
  [/page of HTML.*login or an error/, toBytes(page)],
  [/page of HTML/, toBytes('\n<!-- saved -->\n<HTML lang="en">')],
  [/GIF, which is not read: save it as PNG/, toBytes('GIF89a\x01\x00\x01\x00\x80')],
  [/Radiance HDR/, toBytes('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n')],
  [/OpenEXR/, toBytes('v/1\x01\x02\0\0\0')],
  [/3D Studio/, toBytes('MM\x1a\0\0\0\x02\0\x0a\0\0\0\x03\0\0\0')],
  [/streamlines of TrackVis/, toBytes('TRACK\0\x01\0')],
  [/PAR\/REC/, toBytes('# === DATA DESCRIPTION FILE ======\n')],
  [/VRML/, toBytes('#VRML V2.0 utf8\n')],
  [/X3D/, toBytes('<?xml version="1.0"?>\n<!DOCTYPE X3D PUBLIC "ISO">\n<X3D>')],
  [/AMF/, toBytes('\xef\xbb\xbf<?xml version="1.0"?><amf unit="inch">')],
  [/MRC or CCP4.*mrc2tif.*mrcfile/, toBytes('\x01'.repeat(208), 'MAP ', 'DA\0\0')],
  [/MRC or CCP4.*mrc2tif.*mrcfile/, toBytes('\x01'.repeat(208), 'MAP\0', '\x11\x11\0\0')],
  [/HDF5.*MATLAB 7[.]3.*h5py/, toBytes('MATLAB 7.3 MAT-file'.padEnd(512), '\x89HDF\r\n\x1a\n')],
  [/a file of MATLAB.*scipy/, toBytes('MATLAB 5.0 MAT-file, Platform: GLNXA64'.padEnd(200))],
  [/netCDF/, toBytes('CDF\x01\0\0\0\0')],
  [/HDF5/, toBytes('\x89HDF\r\n\x1a\n')],
  [/glTF in several files.*\.glb/, toBytes('{ "asset": {"version": "2.0"} }')],
  [/archive, which is not read: unpack/, toBytes('BZh91AY&SY')],
  [/surface of MNI/, toBytes('P 0.3 0.3 0.4 10 1 40962\n 1 2 3\n')],
]

describe('a file that is named like another format', () => {
  it.each(others)('%s is said of its content, whatever its extension', async (sentence, bytes) => {
    for (const extension of [...extensions, '.dat', ''])
      expect(await readRefusal(bytes, `a${extension}`, { code: 'format.unknown' })).toMatch(sentence)
    const packed = new Uint8Array(gzipSync(bytes))
    expect(await readRefusal(packed, 'a.nii.gz', { code: 'format.unknown' })).toMatch(sentence)
  })

  it('is read by its content where that has a mark', async () => {
    for (const { name, bytes, expected } of readKnownFiles().filter((file) => !isNamedByExtension(file.name)))
      for (const extension of extensions.filter((end) => !name.endsWith(end)))
        expect(findFormat(bytes, `a${extension}`)?.types, `${name} as ${extension}`).toContain(expected.type)
  })

  it('is refused with the bytes that were found where it has no mark of any format', async () => {
    for (const { name, extensions: own } of formats.filter(
      ({ name }) => !['OBJ', 'CSV', 'STL'].includes(name),
    )) {
      const refusal = await readRefusal(toBytes('\x07\x07 nothing'), `a${own[0]}`, { code: 'format.unknown' })
      expect(refusal).toContain(`Its name is that of ${name}, but it begins with the bytes 07 07 20`)
    }
    expect(await readRefusal(toBytes('hello\n'), 'a.stl', { code: 'format.unknown' })).toContain('"hello\\n"')
    expect(await readRefusal(new Uint8Array(), 'a.png', { code: 'format.unknown' })).toContain('It is empty')
  })

  it('is refused for a mark with one wrong byte, as of PNG', async () => {
    const png =
      readKnownFiles()
        .find(({ name }) => name === 'bits.png')
        ?.bytes.slice() ?? new Uint8Array()
    await expect(decodeFile(png, 'a.png')).resolves.toMatchObject({ type: 'image' })
    png[0] = 0x88
    expect(await readRefusal(png, 'a.png', { code: 'format.unknown' })).toContain('88 50 4e 47')
  })
})

describe('a name of a format that is not read', () => {
  it.each([
    ['field.vts', 'save a surface from ParaView as PLY or STL'],
    ['scan.mrc', 'numpy.save'],
    ['scene.gltf', 'save it as one .glb'],
    ['a.iges', 'FreeCAD'],
  ])('%s is named with the way to convert it', async (name, says) => {
    const refusal = await readRefusal(toBytes('\x01\0\0\0'), name, { code: 'format.unknown' })
    expect(refusal).toMatch(/Its name is that of/)
    expect(refusal).toContain(says)
  })
})

/** Returns whether a file's format is plain text without a mark. */
function isNamedByExtension(name: string): boolean {
  return /[.](obj|csv|tsv|xyz|gz|stl)$/.test(name)
}
