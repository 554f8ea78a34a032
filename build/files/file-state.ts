/**
 * The state of a file as a build remembers it: the hash of its bytes, and the marks by which the file system
 * shows them unchanged, so that a run with nothing to do opens no file. A changed mark alone means nothing;
 * the hash decides.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, type Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findStat } from './paths.ts'

/** Size, times of change of bytes and of entry (milliseconds), inode: any write changes one of them. */
type FileMark = readonly [size: number, mtimeMs: number, ctimeMs: number, inode: number]

/** `content` is the SHA-256 of a file, or of the names in a folder, in hex; or `absent`, or `folder`. */
export interface FileState {
  readonly content: string
  readonly mark: FileMark | null
}

/** The clocks of file systems tick every few milliseconds: a change within one tick may keep the mark. */
const tickMs = 10

/**
 * Returns the current state of a path. Reads the file. The path `<folder>/*` is that of the names in a
 * folder, as a bundler reads them that takes all.
 */
export function readFileState(path: string): FileState {
  if (isListing(path)) {
    const content = hashListing(path)
    return { content, mark: content === 'absent' ? null : readMark(path) }
  }
  const stat = findStat(path)
  if (!stat) return { content: 'absent', mark: null }
  if (!stat.isFile()) return { content: 'folder', mark: null }
  return { content: hashBytes(readFileSync(path)), mark: toMark(stat) }
}

/** Compares a path with its state; opens it only for other marks (`touched`: the bytes are the same). */
export function compareState(path: string, known: FileState): 'same' | 'touched' | 'changed' {
  const stat = findStat(isListing(path) ? dirname(path) : path)
  if (isListing(path)) {
    if (stat ? isSameMark(toMark(stat), known.mark) : known.content === 'absent') return 'same'
    return known.content === hashListing(path) ? 'touched' : 'changed'
  }
  if (!stat?.isFile()) return known.content === (stat ? 'folder' : 'absent') ? 'same' : 'changed'
  if (isSameMark(toMark(stat), known.mark)) return 'same'
  return known.content === hashBytes(readFileSync(path)) ? 'touched' : 'changed'
}

/** Returns the marks of a file or folder, null where there is none. */
export function readMark(path: string): FileMark | null {
  const stat = findStat(isListing(path) ? dirname(path) : path)
  return stat ? toMark(stat) : null
}

/** Returns true when two marks are of one unchanged file. */
export function isSameMark(a: FileMark | null, b: FileMark | null): boolean {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}

/** Returns true when a file may have changed after `sinceMs`, so that results may be outdated. */
export function isNewerThan({ mark }: Pick<FileState, 'mark'>, sinceMs: number): boolean {
  return mark !== null && Math.max(mark[1], mark[2]) > sinceMs - tickMs
}

/** Returns the SHA-256 of bytes in lower-case hex. */
export function hashBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isListing(path: string): boolean {
  return basename(path) === '*'
}

function hashListing(path: string): string {
  const folder = dirname(path)
  return findStat(folder)?.isDirectory() ? hashBytes(readdirSync(folder).sort().join('\n')) : 'absent'
}

function toMark({ size, mtimeMs, ctimeMs, ino }: Stats): FileMark {
  return [size, mtimeMs, ctimeMs, ino]
}
