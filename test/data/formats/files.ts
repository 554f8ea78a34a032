/** The files that `files/make-files.py` wrote, and what tests do with decoders again and again. */
import { readdirSync, readFileSync } from 'node:fs'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { type Dtype, elementArrays } from '../../../core/contract/domain/result/elements.ts'
import type { MeshResult, Result } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../core/data/formats/format.ts'

const folder = new URL('./files/', import.meta.url)
const specimens = new URL('../../../specimens/', import.meta.url)

/** A file of another program, and the members of its result, arrays as numbers. */
export interface KnownFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly expected: { readonly [member: string]: unknown }
}

/** Returns every file with what it holds. */
export function readKnownFiles(): KnownFile[] {
  const names = readdirSync(folder).filter((name) => existsWithResult(name))
  return names.map((name) => ({
    name,
    bytes: readBytes(new URL(name, folder)),
    expected: JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
  }))
}

/** Returns files of DICOM of each compression, and with several frames. */
export function readDicomFiles(): Pick<KnownFile, 'name' | 'bytes'>[] {
  const names = ['rle', 'lossless', 'jpegls', 'j2k'].map((ending) => `rainbow-${ending}.dcm`)
  names.push(
    'frames-basic.dcm',
    'frames-extended.dcm',
    'bytes-baseline.dcm',
    'deflated.dcm',
    'signed16-j2k.dcm',
  )
  return names.map((name) => ({ name, bytes: readBytes(new URL(`./dicom/${name}`, import.meta.url)) }))
}

function existsWithResult(name: string): boolean {
  return !name.endsWith('.json') && !name.endsWith('.py')
}

/** Returns one of them. */
export function readKnown(name: string): Uint8Array {
  return readBytes(new URL(name, folder))
}

/** Returns one of the pictures of `rasters/`. */
export function readRaster(name: string): Uint8Array {
  return readBytes(new URL(`./rasters/${name}`, import.meta.url))
}

/** Returns a data file of the repository's specimens. */
export function readSpecimen(path: string): Uint8Array {
  return readBytes(new URL(path, specimens))
}

function readBytes(url: URL): Uint8Array {
  return new Uint8Array(readFileSync(url))
}

/** Returns a result without its notes, its arrays as plain numbers, as they stand in the expectations. */
export function toPlain(result: Result): { readonly [member: string]: unknown } {
  const { notes: _, ...members } = result
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? toNumbers(value) : value,
    ]),
  )
}

/** Returns bytes as a file of a folder. */
export function toFolderFile(path: string, bytes: Uint8Array): FolderFile {
  return { path, size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}

function toNumbers(view: ArrayBufferView): number[] {
  const dtype = Object.keys(elementArrays).find(
    (name) => view instanceof elementArrays[name as Dtype],
  ) as Dtype
  return Array.from(
    new elementArrays[dtype](view.buffer as ArrayBuffer, view.byteOffset, lengthOf(view, dtype)),
  )
}

function lengthOf({ byteLength }: ArrayBufferView, dtype: Dtype): number {
  return byteLength / elementArrays[dtype].BYTES_PER_ELEMENT
}

/**
 * Returns the triangles of a mesh as texts, sorted: the same for two files that number their vertices
 * differently, but not when one is turned over.
 */
export function listTriangles(corners: readonly number[]): string[] {
  const triangles: string[] = []
  for (let i = 0; i < corners.length; i += 9) {
    const points = [0, 3, 6].map((at) =>
      corners
        .slice(i + at, i + at + 3)
        .map(Math.fround)
        .join(' '),
    )
    const first = points.indexOf(points.toSorted()[0] ?? '')
    triangles.push([0, 1, 2].map((step) => points[(first + step) % 3]).join(', '))
  }
  return triangles.sort()
}

/** Returns the corners of a mesh's triangles, one after the other. */
export function toCorners({ vertices, indices }: MeshResult): number[] {
  return Array.from(indices).flatMap((index) => Array.from(vertices.subarray(3 * index, 3 * index + 3)))
}

/** Returns the words with which a file is refused; fails for one that is not, and for any other error. */
export async function readRefusal(
  bytes: Uint8Array,
  name: string,
  { code = 'file.undecodable', byteLimit }: { readonly code?: string; readonly byteLimit?: number } = {},
): Promise<string> {
  try {
    await decodeFile(bytes, name, byteLimit === undefined ? {} : { byteLimit })
  } catch (error) {
    if (error instanceof SpecimenError && error.code === code) return error.message
    throw error
  }
  throw new Error(`${name} was decoded.`)
}

/** Returns bytes of texts and numbers, one after the other. */
export function toBytes(...parts: readonly (string | ArrayBufferView)[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string'
          ? Buffer.from(part, 'latin1')
          : Buffer.from(part.buffer as ArrayBuffer, part.byteOffset, part.byteLength),
      ),
    ),
  )
}
