import { isText, readStart } from './file-start.ts'
import { type FileFormat, hasExtension } from './format.ts'
import { formats, type KnownFormat } from './formats.ts'
import { explainMark, explainName } from './other-formats.ts'

/**
 * Returns the format of an uncompressed file; undefined for an unknown one. A mark or the structure decides,
 * and the name only among formats that the content can be and no other format's mark excludes. The start
 * mostly suffices.
 */
export function findFormat(bytes: Uint8Array, name: string): KnownFormat | undefined {
  const known: readonly (KnownFormat & FileFormat)[] = formats
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

function describeStart(start: string): string {
  const shown = start.slice(0, isText(start) ? 40 : 8)
  if (isText(start)) return JSON.stringify(shown)
  const digits = Array.from(shown, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  return `the bytes ${digits.join(' ')}`
}

/** Returns the known formats as a part of a sentence: `glTF binary (.glb), PLY (.ply), …`. */
export function listFormats(): string {
  const names = formats.map(({ name, extensions }) => `${name} (${extensions[0]})`).join(', ')
  return `${names}, each as it is or by gzip, and folders of OME-Zarr or DICOM`
}
