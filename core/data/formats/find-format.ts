import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import { isBareDicom } from './dicom/bare-dicom.ts'
import { type Decode, type FileFormat, hasExtension } from './format.ts'
import { isAtoms } from './molecule/is-atoms.ts'
import { toView } from './number-readers.ts'
import { explainMark, explainName, rootOf } from './other-formats.ts'
import { skipByteOrderMark } from './text-lines.ts'

/** Number of bytes at the beginning of a file that are searched for a mark. */
const searchedBytes = 1024

/** The first record of a structure: atoms, or one of those before them. */
const pdbMark =
  /^(HEADER {4}|(TITLE|COMPND) {4,}\S|REMARK {1,4}\d|CRYST1[ .\d]{20}|MODEL {5,}\d|(ATOM {2}|HETATM)[ \w]{6})/
const offWord = /^(?:(?:ST)?C?N?4?n?|NC?(?:ST)?|C?ST)OFF(?:\b|\d)/
const longestOffWord = 16

/** Every format, in the order in which they are tried. */
export const formats = [
  { name: 'glTF binary', types: ['mesh', 'point_cloud'], extensions: ['.glb'], mark: /^glTF/ },
  {
    name: 'PLY',
    types: ['mesh', 'point_cloud'],
    extensions: ['.ply'],
    mark: /^ply[\n\r]/,
    canBe: hasWideText, // its reader names UTF-16
  },
  { name: 'NRRD', types: ['volume', 'image'], extensions: ['.nrrd', '.nhdr'], mark: /^NRRD000/ },
  {
    name: 'NIfTI',
    types: ['volume'],
    extensions: ['.nii', '.hdr'],
    mark: /^(.{344}n[+i]1|.{4}n[+i]2)\0/s,
    canBe: isNiftiSize,
  },
  {
    name: 'DICOM',
    types: ['volume', 'image'],
    extensions: ['.dcm', '.ima'],
    mark: /^.{128}DICM/s,
    isContent: isBareDicom,
    canBe: isDicomElement,
  },
  { name: 'NPY', types: ['volume', 'image', 'point_cloud'], extensions: ['.npy'], mark: /^\x93NUMPY/ },
  { name: 'PNG', types: ['image'], extensions: ['.png'], mark: /^\x89PNG\r\n\cZ\n/ },
  { name: 'TIFF', types: ['volume', 'image'], extensions: ['.tif', '.tiff'], mark: /^(II[*+]\0|MM\0[*+])/ },
  { name: 'JPEG', types: ['image'], extensions: ['.jpg', '.jpeg'], mark: /^\xff\xd8\xff/ },
  { name: 'WebP', types: ['image'], extensions: ['.webp'], mark: /^RIFF.{4}WEBP/s },
  // Two letters alone would be those of texts: the size of a known head follows.
  {
    name: 'BMP',
    types: ['image'],
    extensions: ['.bmp'],
    mark: /^BM.{12}[\cL\cP(48@l|]\0\0\0/s,
  },
  {
    name: 'OFF',
    types: ['mesh', 'point_cloud'],
    extensions: ['.off'],
    isContent: isOff,
  },
  {
    name: 'VTK',
    types: ['mesh', 'volume', 'point_cloud'],
    extensions: ['.vtk', '.vtp', '.vti'],
    mark: /^(# vtk DataFile|\s*(<\?xml[^>]{0,200}\?>\s*)?<VTKFile\b)/,
  },
  { name: 'GIFTI', types: ['mesh', 'point_cloud'], extensions: ['.gii'], mark: rootOf('GIFTI') },
  {
    name: 'FreeSurfer surface',
    types: ['mesh'],
    extensions: ['.pial', '.white', '.inflated', '.sphere', '.orig', '.smoothwm'],
    mark: /^\xff\xff[\xfd-\xff]/,
  },
  { name: '3MF', types: ['mesh'], extensions: ['.3mf'], isContent: is3mf },
  {
    name: 'MetaImage',
    types: ['volume', 'image'],
    extensions: ['.mha', '.mhd'],
    mark: /^\s*(ObjectType\s*=\s*Image|NDims\s*=)/,
    canBe: (start) => /^\s*\w+\s*=/.test(start),
  },
  { name: 'MGH', types: ['volume'], extensions: ['.mgh', '.mgz'], isContent: isMgh },
  { name: 'envelope', types: resultTypes, extensions: ['.envelope'], isContent: isEnvelope },
  { name: 'tar', types: resultTypes, extensions: ['.tar'], mark: /^.{257}ustar/s },
  {
    name: 'STL',
    types: ['mesh'],
    extensions: ['.stl'],
    mark: /^\s*solid\b.*\bfacet\b/is,
    // Many binary files begin with the text file's word: their length is that of their triangles.
    isContent: isStl,
    canBe: (start) => !isText(start) || hasWideText(start) || /^\s*solid\b/i.test(start),
  },
  {
    name: 'PDB',
    types: ['point_cloud'],
    extensions: ['.pdb', '.ent'],
    mark: pdbMark,
    canBe: isPaddedText,
  },
  { name: 'XYZ', types: ['point_cloud'], extensions: ['.xyz', '.extxyz'], isContent: isXyz },
  // These are plain text, which may begin with any word.
  { name: 'OBJ', types: ['mesh', 'point_cloud'], extensions: ['.obj'], canBe: isPaddedText },
  { name: 'CSV', types: ['point_cloud'], extensions: ['.csv', '.tsv', '.xyz', '.pts'], canBe: isPaddedText },
] as const satisfies readonly KnownFile[]

interface KnownFile extends FileFormat {
  readonly types: readonly ResultType[]
  /** Returns whether the bytes are of this format and of no other, where no mark says it. */
  readonly isContent?: (bytes: Uint8Array) => boolean
  /**
   * Returns whether bytes without the mark can be of this format, so that the name decides. Absent where
   * every file has the mark.
   */
  readonly canBe?: (start: string, bytes: Uint8Array) => boolean
}

/** A format of the table. */
export type KnownFormat = (typeof formats)[number]

/** A loader for each of them. */
export type Decoders = { readonly [Name in KnownFormat['name']]: () => Promise<Decode> }

/**
 * Returns the format of an uncompressed file; undefined for an unknown one. A mark or the structure decides,
 * and the name only among formats that the content can be and no other format's mark excludes. The start
 * mostly suffices.
 */
export function findFormat(bytes: Uint8Array, name: string): KnownFormat | undefined {
  const known: readonly (KnownFormat & KnownFile)[] = formats
  const start = readStart(bytes)
  const marked = known.find(({ mark, isContent }) => mark?.test(start) || isContent?.(bytes))
  if (marked || explainMark(start) !== undefined) return marked
  return known.find((format) => hasExtension(format, name) && format.canBe?.(start, bytes))
}

/** Returns the format that a name says, for a file whose content is compressed and not inflated. */
export function findNamedFormat(name: string): KnownFormat | undefined {
  return formats.find((format) => hasExtension(format, name))
}

/**
 * Returns the sentences for a file of no known format: its content where a mark tells it, else its name. Each
 * has a way out.
 */
export function explainUnknown(bytes: Uint8Array, name: string): string {
  const start = readStart(bytes)
  if (bytes.length === 0) return 'It is empty: it has no bytes. Was it written to its end?'
  const named = findNamedFormat(name)
  const other = explainMark(start) ?? (named ? undefined : explainName(name))
  if (other !== undefined) return other
  if (!named) return `It has none of the formats that can be shown: ${listFormats()}.`
  const found = describeStart(start)
  return `Its name is that of ${named.name}, but it begins with ${found}. Is it damaged, or another format?`
}

/** Returns the beginning of a file without a byte order mark, one character a byte. */
function readStart(bytes: Uint8Array): string {
  return String.fromCharCode(...skipByteOrderMark(bytes.subarray(0, searchedBytes)))
}

function describeStart(start: string): string {
  const shown = start.slice(0, isText(start) ? 40 : 8)
  if (isText(start)) return JSON.stringify(shown)
  const digits = Array.from(shown, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  return `the bytes ${digits.join(' ')}`
}

/** Returns whether it is text: in an encoding of single bytes, or of UTF-16 with its mark. */
function isText(start: string): boolean {
  return hasWideText(start) || Array.from(start, (byte) => byte.charCodeAt(0)).every(isTextCode)
}

/** Returns whether it is text, maybe with NUL bytes and end marks of DOS, which its reader cuts or names. */
function isPaddedText(start: string): boolean {
  return isText(start) || (!/^[\0\cZ]/.test(start) && isText(start.replace(/[\0\cZ]/g, '')))
}

/** Returns whether a byte stands in text: tab to carriage return, escape, and whatever is no control. */
function isTextCode(code: number): boolean {
  return code >= 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x1b
}

function hasWideText(start: string): boolean {
  return /^(\xff\xfe|\xfe\xff)/.test(start)
}

/** Returns whether it begins with the size of a header of NIfTI or Analyze. */
function isNiftiSize(_start: string, bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false
  return [true, false].some((isLittle) => [348, 540].includes(toView(bytes).getInt32(0, isLittle)))
}

/** Returns whether it begins with an element of the groups with which files without a preamble begin. */
function isDicomElement(start: string): boolean {
  return /^([\cB\cH\cP\cX (]\0.\0|\0[\cB\cH\cP\cX (]\0.)/s.test(start)
}

/** Returns whether the bytes are compressed by gzip, which any of the formats may be. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Returns the known formats as a part of a sentence: `glTF binary (.glb), PLY (.ply), …`. */
export function listFormats(): string {
  const names = formats.map(({ name, extensions }) => `${name} (${extensions[0]})`).join(', ')
  return `${names}, each as it is or by gzip, and folders of OME-Zarr or DICOM`
}

/** Returns whether an archive begins with one of the files that each 3MF has, or names its model. */
function is3mf(bytes: Uint8Array): boolean {
  const start = readStart(bytes)
  return (
    start.startsWith('PK\x03\x04') &&
    /\[Content_Types\][.]xml|_rels\/[.]rels|3D\/[^/]{0,100}[.]model/.test(start)
  )
}

/**
 * Returns whether the first word behind blanks and comments, however many, is one of OFF: those of Geomview,
 * those of MeshLab, which has other orders of letters, and one with the count of vertices glued to it.
 */
function isOff(bytes: Uint8Array): boolean {
  let at = bytes.length - skipByteOrderMark(bytes).length
  if (/^# vtk/.test(String.fromCharCode(...bytes.subarray(at, at + longestOffWord)))) return false
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue
    if (byte !== 0x23) break
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++
  }
  return offWord.test(String.fromCharCode(...bytes.subarray(at, at + longestOffWord)))
}

/** Returns whether a text is the atoms of chemists, and no table of points with the same ending. */
function isXyz(bytes: Uint8Array): boolean {
  return isAtoms(readStart(bytes))
}

function isEnvelope(bytes: Uint8Array): boolean {
  const length = readLength(bytes, 0)
  return bytes[4] === 0x7b && bytes[3 + length] === 0x7d
}

/** MGH has its version alone as a mark: extents, type and flag of its place must be those of it, too. */
function isMgh(bytes: Uint8Array): boolean {
  if (bytes.length < 284) return false
  const view = toView(bytes)
  const [version, ...extents] = [0, 4, 8, 12, 16].map((at) => view.getInt32(at))
  const isExtent = (extent: number): boolean => extent > 0 && extent < 2 ** 24
  // The flag is -1 in files without a place by freesurferformats of R.
  const isFlag = Math.abs(view.getInt16(28)) <= 1
  return version === 1 && extents.every(isExtent) && view.getUint32(20) <= 10 && isFlag
}

function isStl(bytes: Uint8Array): boolean {
  return bytes.length === 84 + 50 * readLength(bytes, 80)
}

function readLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Number.NaN
  return toView(bytes).getUint32(at, true)
}
