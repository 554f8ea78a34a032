/** The part of `node:fs` that a bundle in a page has: its own files, as they lie beside its module. */
import { ownFiles } from './own-files.ts'

/** Returns a file as bytes, or with an encoding as text. */
export function readFileSync(
  place: URL | string,
  options?: string | { readonly encoding?: string | null } | null,
): Uint8Array<ArrayBuffer> | string {
  const bytes = ownFiles.get(toName(place))
  if (!bytes) throw new Error(`ENOENT: a page has the files of its bundle only, and not '${place}'`)
  const encoding = typeof options === 'string' ? options : options?.encoding
  return encoding ? new TextDecoder(encoding).decode(bytes) : bytes.slice()
}

/** Returns whether the bundle has the file. */
export function existsSync(place: URL | string): boolean {
  return ownFiles.has(toName(place))
}

function toName(place: URL | string): string {
  const path = place instanceof URL ? decodeURIComponent(place.pathname) : place
  return path.replace(/^(file:\/\/)?\/bundle\//, '')
}

export default { readFileSync, existsSync }
