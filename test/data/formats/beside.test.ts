/** A header and its samples in two files that are opened together; made by hand after each format's text. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../core/data/formats/format.ts'
import { readKnown, toBytes, toFolderFile, toPlain } from './files.ts'

/** Returns a NIfTI as a header alone, with the magic of one whose samples are elsewhere, at their start. */
function splitNifti(): { readonly head: Uint8Array; readonly samples: Uint8Array } {
  const bytes = readKnown('scan-uint8.nii').slice()
  const head = bytes.slice(0, 352)
  head.set(toBytes('ni1'), 344)
  new DataView(head.buffer).setFloat32(108, 0, true) // vox_offset
  return { head, samples: bytes.slice(352) }
}

const { head, samples } = splitNifti()
const nrrd = toBytes('NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: raw\ndata file: ./b.raw\n')
const packed = toBytes(
  'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: gzip\ndata file: b.raw.gz\n',
)
const two = Uint8Array.of(7, 8)

const open = async (...files: readonly (readonly [name: string, bytes: Uint8Array])[]) => {
  const { read } = await openFiles(files.map(([name, bytes]): FolderFile => toFolderFile(name, bytes)))
  return toPlain(await read(0))
}

async function refusalOf(...files: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<string> {
  const outcome: unknown = await open(...files).catch((error: unknown) => error)
  if (outcome instanceof SpecimenError) return outcome.message
  throw new Error('It was opened.')
}

describe('a header with its samples beside it', () => {
  it('of NIfTI is read with them, in either order and by gzip', async () => {
    const { head: _, ...wanted } = {
      head,
      ...JSON.parse(Buffer.from(readKnown('scan-uint8.nii.json')).toString()),
    }
    expect(await open(['a.hdr', head], ['a.img', samples])).toEqual(wanted)
    expect(await open(['a.img', samples], ['a.hdr', head])).toEqual(wanted)
    expect(await open(['a.hdr', head], ['a.img.gz', new Uint8Array(gzipSync(samples))])).toEqual(wanted)
  })

  it('of NRRD is read with them, as its encoding says', async () => {
    expect(await open(['a.nhdr', nrrd], ['b.raw', two])).toMatchObject({ data: [7, 8] })
    const zipped = new Uint8Array(gzipSync(two))
    expect(await open(['a.nhdr', packed], ['b.raw.gz', zipped])).toMatchObject({ data: [7, 8] })
  })

  it('is refused without them, with another name, and where they are short', async () => {
    expect(await refusalOf(['a.hdr', head])).toContain('open both together, or save it as one file')
    expect(await refusalOf(['a.nhdr', nrrd])).toContain('open both together')
    expect(await refusalOf(['a.nhdr', nrrd], ['c.raw', two])).toContain('open both together')
    expect(await refusalOf(['a.nhdr', nrrd], ['b.raw', two.subarray(1)])).toContain(
      'needs 2 bytes and 1 are left',
    )
    expect(await refusalOf(['a.hdr', head], ['a.img', samples], ['b.img', samples])).toContain(
      'open one of both',
    )
  })
})
