import { resultTypes } from '../domain/result/result.ts'
import type { Decode, FileFormat } from './format.ts'

/** Number of bytes at the beginning of a text that are searched for a word. */
const searchedBytes = 1024

/** Every format, in the order in which they are tried. */
export const formats = [
  {
    name: 'glTF binary',
    types: ['mesh', 'point_cloud'],
    extensions: ['.glb'],
    isContent: (bytes) => hasText(bytes, 0, 'glTF'),
  },
  {
    name: 'PLY',
    types: ['mesh', 'point_cloud'],
    extensions: ['.ply'],
    isContent: (bytes) => hasText(bytes, 0, 'ply\n') || hasText(bytes, 0, 'ply\r'),
  },
  {
    name: 'NRRD',
    types: ['volume', 'image'],
    extensions: ['.nrrd', '.nhdr'],
    isContent: (bytes) => hasText(bytes, 0, 'NRRD000'),
  },
  {
    name: 'NIfTI',
    types: ['volume'],
    extensions: ['.nii', '.hdr'],
    isContent: (bytes) =>
      ['n+1\0', 'ni1\0'].some((magic) => hasText(bytes, 344, magic)) ||
      ['n+2\0', 'ni2\0'].some((magic) => hasText(bytes, 4, magic)),
  },
  {
    name: 'DICOM',
    types: ['volume', 'image'],
    extensions: ['.dcm'],
    isContent: (bytes) => hasText(bytes, 128, 'DICM'),
  },
  {
    name: 'NPY',
    types: ['volume', 'image', 'point_cloud'],
    extensions: ['.npy'],
    isContent: (bytes) => hasText(bytes, 0, '\x93NUMPY'),
  },
  {
    name: 'PNG',
    types: ['image'],
    extensions: ['.png'],
    isContent: (bytes) => hasText(bytes, 0, '\x89PNG\r\n\x1a\n'),
  },
  {
    name: 'TIFF',
    types: ['volume', 'image'],
    extensions: ['.tif', '.tiff'],
    isContent: (bytes) => ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'].some((mark) => hasText(bytes, 0, mark)),
  },
  {
    name: 'JPEG',
    types: ['image'],
    extensions: ['.jpg', '.jpeg'],
    isContent: (bytes) => hasText(bytes, 0, '\xff\xd8\xff'),
  },
  {
    name: 'envelope',
    types: resultTypes,
    extensions: ['.envelope'],
    isContent: isEnvelope,
  },
  {
    name: 'tar',
    types: resultTypes,
    extensions: ['.tar'],
    isContent: (bytes) => hasText(bytes, 257, 'ustar'),
  },
  {
    name: 'STL',
    types: ['mesh'],
    extensions: ['.stl'],
    isContent: isStl,
  },
  {
    name: 'OBJ',
    types: ['mesh', 'point_cloud'],
    extensions: ['.obj'],
    isContent: () => false, // plain text, which may begin with any word
  },
  {
    name: 'CSV',
    types: ['point_cloud'],
    extensions: ['.csv', '.tsv', '.xyz'],
    isContent: () => false, // plain text
  },
] as const satisfies readonly FileFormat[]

/** A format of the table. */
export type KnownFormat = (typeof formats)[number]

/** A loader for each of them. */
export type Decoders = { readonly [Name in KnownFormat['name']]: () => Promise<Decode> }

/**
 * Returns the format of an uncompressed file; undefined for an unknown one. Its beginning mostly suffices.
 */
export function findFormat(bytes: Uint8Array, name: string): KnownFormat | undefined {
  const lower = name.toLowerCase()
  const known: readonly KnownFormat[] = formats
  return (
    known.find(({ isContent }) => isContent(bytes)) ??
    known.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)))
  )
}

/** Returns whether the bytes are compressed by gzip, which any of the formats may be. */
export function isGzip(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, '\x1f\x8b')
}

/** Returns the known formats as a part of a sentence: `glTF binary (.glb), PLY (.ply), …`. */
export function listFormats(): string {
  const names = formats.map(({ name, extensions }) => `${name} (${extensions[0]})`).join(', ')
  return `${names}, each as it is or by gzip, and folders of OME-Zarr or DICOM`
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

function isEnvelope(bytes: Uint8Array): boolean {
  const length = readLength(bytes, 0)
  return bytes[4] === 0x7b && bytes[3 + length] === 0x7d
}

/** Checks the length by the count of triangles first: many binary files begin with the text file's word. */
function isStl(bytes: Uint8Array): boolean {
  if (bytes.length === 84 + 50 * readLength(bytes, 80)) return true
  const text = String.fromCharCode(...bytes.subarray(0, searchedBytes))
  return /^\s*solid\b/.test(text) && /\bfacet\b/.test(text)
}

function readLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Number.NaN
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
}
