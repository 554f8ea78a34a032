/** Which formats there are, and which one a file has: by its content, by its name where that has no mark. */
import { resultTypes } from '../domain/result/result.ts'
import type { FileFormat } from './format.ts'

/** How many bytes at the beginning of a text are searched for a word. */
const searchedBytes = 1024

/** Every format, in the order in which files are tried. */
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
    name: 'STL',
    types: ['mesh'],
    extensions: ['.stl'],
    isContent: isStl,
  },
  {
    name: 'OBJ',
    types: ['mesh', 'point_cloud'],
    extensions: ['.obj'],
    isContent: () => false, // plain text, and any first word is right
  },
] as const satisfies readonly FileFormat[]

/** A format of the table. */
export type KnownFormat = (typeof formats)[number]

/**
 * Returns the format of a file that is not compressed; undefined when it has none of them. The beginning of a
 * file with its name gives the same for most: what only the length tells, the name has to.
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

/** Returns what can be shown, as a part of a sentence: `glTF binary (.glb), PLY (.ply), …`. */
export function listFormats(): string {
  return formats.map(({ name, extensions }) => `${name} (${extensions[0]})`).join(', ')
}

/** Returns whether these bytes stand there, one for each character. */
function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

/** A length, and as many bytes of JSON. */
function isEnvelope(bytes: Uint8Array): boolean {
  const length = readLength(bytes, 0)
  return bytes[4] === 0x7b && bytes[3 + length] === 0x7d
}

/**
 * A binary file has the length that its count of triangles gives, also when it begins with the word of a text
 * one, as many do.
 */
function isStl(bytes: Uint8Array): boolean {
  if (bytes.length === 84 + 50 * readLength(bytes, 80)) return true
  const text = String.fromCharCode(...bytes.subarray(0, searchedBytes))
  return /^\s*solid\b/.test(text) && /\bfacet\b/.test(text)
}

/** Returns the little-endian number of four bytes; NaN where they are not there. */
function readLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Number.NaN
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
}
