/** The transfer syntaxes of DICOM: one table for what is read, what is refused, and what says so. */
import { refuse } from '../refusal.ts'
import type { TagRow } from '../tag-table.ts'

/** The way in which a file writes its elements and its pixels. */
export interface TransferSyntax {
  readonly uid: string
  readonly isBigEndian: boolean
  readonly isDeflated: boolean
  /** The compression of each frame, where there is one. */
  readonly codec?: Codec | undefined
}

/** A compression of pixels that is read. */
export type Codec = 'RLE' | 'JPEG' | 'JPEG lossless' | 'JPEG-LS' | 'JPEG 2000'

/** Elements without their types, the low byte first. */
export const implicitLittle = '1.2.840.10008.1.2'
/** Elements with their types, the low byte first. */
export const explicitLittle = '1.2.840.10008.1.2.1'
/** Elements with their types, the high byte first. */
export const explicitBig = '1.2.840.10008.1.2.2'
const deflated = '1.2.840.10008.1.2.1.99'
const jpeg = '1.2.840.10008.1.2.4'

interface SyntaxRow {
  readonly name: string
  readonly uid: string
  /** The compression that is read. */
  readonly codec?: Codec
  /** Its meaning in the result; of a refused one what it is. */
  readonly says: string
  readonly isRefused?: true
}

const wayOut = 'Save it again from the archive or viewer as Explicit VR Little Endian, without compression.'
const video = 'It is a film, and films are not read.'
const highThroughput = 'Its pixels are compressed as High-Throughput JPEG 2000, which is not read.'
const oldJpeg =
  'Its pixels are compressed by a process of JPEG that DICOM has withdrawn and that is not read.'

/** The syntaxes of PS3.6, table A-1, and those of old writers. */
const syntaxes: readonly SyntaxRow[] = [
  { name: 'Implicit VR Little Endian', uid: implicitLittle, says: 'read as it is' },
  { name: 'Explicit VR Little Endian', uid: explicitLittle, says: 'read as it is' },
  { name: 'Deflated Explicit VR Little Endian', uid: deflated, says: 'inflated, within the limit' },
  { name: 'Explicit VR Big Endian', uid: explicitBig, says: 'elements and samples with the high byte first' },
  { name: 'Papyrus 3 Implicit VR Little Endian', uid: '1.2.840.10008.1.20', says: 'as Implicit VR' },
  { name: 'RLE Lossless', uid: '1.2.840.10008.1.2.5', codec: 'RLE', says: 'bytes of samples in planes' },
  { name: 'JPEG Baseline', uid: `${jpeg}.50`, codec: 'JPEG', says: 'samples of 8 bits' },
  { name: 'JPEG Extended', uid: `${jpeg}.51`, codec: 'JPEG', says: 'samples of 8 bits' },
  { name: 'JPEG Lossless', uid: `${jpeg}.57`, codec: 'JPEG lossless', says: 'all predictors' },
  { name: 'JPEG Lossless SV1', uid: `${jpeg}.70`, codec: 'JPEG lossless', says: 'the first predictor' },
  { name: 'JPEG-LS Lossless', uid: `${jpeg}.80`, codec: 'JPEG-LS', says: 'on a host' },
  { name: 'JPEG-LS Near-lossless', uid: `${jpeg}.81`, codec: 'JPEG-LS', says: 'on a host' },
  { name: 'JPEG 2000 Lossless', uid: `${jpeg}.90`, codec: 'JPEG 2000', says: 'on a host' },
  { name: 'JPEG 2000', uid: `${jpeg}.91`, codec: 'JPEG 2000', says: 'on a host' },
  ...[92, 93].map((last) => ({
    name: `JPEG 2000 Part 2 (${last === 92 ? 'lossless' : 'lossy'})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: 'Its pixels are compressed by Part 2 of JPEG 2000, which is not read.',
  })),
  ...[94, 95, 204, 205].map((last) => ({
    name: `JPIP (${last})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: 'It names a server of JPIP that has its pixels, and nothing is fetched.',
  })),
  ...[201, 202, 203].map((last) => ({
    name: `High-Throughput JPEG 2000 (${last})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: highThroughput,
  })),
  ...[100, 101, 102, 103, 104, 105, 106, 107, 108].map((last) => ({
    name: `MPEG (${last})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: video,
  })),
  ...[110, 111, 112].map((last) => ({
    name: `JPEG XL (${last})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: 'Its pixels are compressed as JPEG XL, which is not read.',
  })),
  ...[52, 53, 54, 55, 56, 58, 59, 60, 61, 62, 63, 64, 65, 66].map((last) => ({
    name: `JPEG, withdrawn (${last})`,
    uid: `${jpeg}.${last}`,
    isRefused: true as const,
    says: oldJpeg,
  })),
  {
    name: 'Deflated Image Frame',
    uid: '1.2.840.10008.1.2.8.1',
    isRefused: true,
    says: 'Each of its frames is deflated, which is not read.',
  },
  {
    name: 'GE Private Implicit VR Big Endian',
    uid: '1.2.840.113619.5.2',
    isRefused: true,
    says: 'It has the private syntax of a maker of scanners, which is not read.',
  },
]

/** The rows of the syntaxes: their names with their UIDs. */
export const syntaxRows: readonly TagRow[] = syntaxes.map(({ name, uid, says, isRefused }) =>
  isRefused
    ? { tag: `${name}, ${uid}`, treatment: 'refused', says: `${says} ${wayOut}` }
    : { tag: `${name}, ${uid}`, treatment: 'read', says },
)

/** Returns a syntax that is read. @throws `file.undecodable` for others, by their names */
export function findSyntax(uid: string): TransferSyntax {
  const found = syntaxes.find((known) => known.uid === uid)
  if (!found) throw refuse(`Its transfer syntax is unknown (${JSON.stringify(uid)}). ${wayOut}`)
  if (found.isRefused) throw refuse(`${found.says} ${wayOut}`)
  return { uid, isBigEndian: uid === explicitBig, isDeflated: uid === deflated, codec: found.codec }
}
