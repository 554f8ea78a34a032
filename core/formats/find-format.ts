import { type ResultType, resultTypes } from '../domain/result/result.ts'
import type { Decode, FileFormat } from './format.ts'
import { toView } from './number-readers.ts'

/** Number of bytes at the beginning of a file that are searched for a mark. */
const searchedBytes = 1024

/** Every format, in the order in which they are tried. */
export const formats = [
  { name: 'glTF binary', types: ['mesh', 'point_cloud'], extensions: ['.glb'], mark: /^glTF/ },
  { name: 'PLY', types: ['mesh', 'point_cloud'], extensions: ['.ply'], mark: /^ply[\n\r]/ },
  { name: 'NRRD', types: ['volume', 'image'], extensions: ['.nrrd', '.nhdr'], mark: /^NRRD000/ },
  { name: 'NIfTI', types: ['volume'], extensions: ['.nii', '.hdr'], mark: /^(.{344}n[+i]1|.{4}n[+i]2)\0/s },
  { name: 'DICOM', types: ['volume', 'image'], extensions: ['.dcm'], mark: /^.{128}DICM/s },
  { name: 'NPY', types: ['volume', 'image', 'point_cloud'], extensions: ['.npy'], mark: /^\x93NUMPY/ },
  { name: 'PNG', types: ['image'], extensions: ['.png'], mark: /^\x89PNG\r\n\cZ\n/ },
  { name: 'TIFF', types: ['volume', 'image'], extensions: ['.tif', '.tiff'], mark: /^(II[*+]\0|MM\0[*+])/ },
  { name: 'JPEG', types: ['image'], extensions: ['.jpg', '.jpeg'], mark: /^\xff\xd8\xff/ },
  { name: 'envelope', types: resultTypes, extensions: ['.envelope'], isContent: isEnvelope },
  { name: 'tar', types: resultTypes, extensions: ['.tar'], mark: /^.{257}ustar/s },
  // Many binary files begin with the text file's word: their length is that of their triangles.
  { name: 'STL', types: ['mesh'], extensions: ['.stl'], mark: /^\s*solid\b.*\bfacet\b/s, isContent: isStl },
  // These are plain text, which may begin with any word.
  { name: 'OBJ', types: ['mesh', 'point_cloud'], extensions: ['.obj'] },
  { name: 'CSV', types: ['point_cloud'], extensions: ['.csv', '.tsv', '.xyz'] },
] as const satisfies readonly KnownFile[]

interface KnownFile extends FileFormat {
  readonly types: readonly ResultType[]
  /** Returns whether the bytes are of this format and of no other, where no mark says it. */
  readonly isContent?: (bytes: Uint8Array) => boolean
}

/** A format of the table. */
export type KnownFormat = (typeof formats)[number]

/** A loader for each of them. */
export type Decoders = { readonly [Name in KnownFormat['name']]: () => Promise<Decode> }

/** Returns the format of an uncompressed file; undefined for an unknown one. Its start mostly suffices. */
export function findFormat(bytes: Uint8Array, name: string): KnownFormat | undefined {
  const known: readonly (KnownFormat & KnownFile)[] = formats
  const start = readStart(bytes)
  return (
    known.find(({ mark, isContent }) => mark?.test(start) || isContent?.(bytes)) ??
    known.find((format) => hasExtension(format, name))
  )
}

/** Returns the beginning of a file, one character a byte. */
export function readStart(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, searchedBytes))
}

/** Returns whether a name has one of the extensions of a format. */
export function hasExtension({ extensions }: FileFormat, name: string): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(extension))
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

function isEnvelope(bytes: Uint8Array): boolean {
  const length = readLength(bytes, 0)
  return bytes[4] === 0x7b && bytes[3 + length] === 0x7d
}

function isStl(bytes: Uint8Array): boolean {
  return bytes.length === 84 + 50 * readLength(bytes, 80)
}

function readLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Number.NaN
  return toView(bytes).getUint32(at, true)
}
