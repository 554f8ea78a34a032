import { toView } from './number-readers.ts'
import { skipByteOrderMark } from './text-lines.ts'

/** Number of bytes at the beginning of a file that are searched for a mark. */
const searchedBytes = 1024

/** Returns the beginning of a file without a byte order mark, one character a byte. */
export function readStart(bytes: Uint8Array): string {
  return String.fromCharCode(...skipByteOrderMark(bytes.subarray(0, searchedBytes)))
}

/** Returns the unsigned integer of 32 bits, little-endian, at a place; NaN behind the end. */
export function readLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 4) return Number.NaN
  return toView(bytes).getUint32(at, true)
}

/** Returns whether a start is text: in an encoding of single bytes, or of UTF-16 with its mark. */
export function isText(start: string): boolean {
  return hasWideText(start) || Array.from(start, (byte) => byte.charCodeAt(0)).every(isTextCode)
}

/** Returns whether it is text, maybe with NUL bytes and end marks of DOS, which its reader cuts or names. */
export function isPaddedText(start: string): boolean {
  return isText(start) || (!/^[\0\cZ]/.test(start) && isText(start.replace(/[\0\cZ]/g, '')))
}

/** Returns whether it is text of UTF-16, by its byte order mark. */
export function hasWideText(start: string): boolean {
  return /^(\xff\xfe|\xfe\xff)/.test(start)
}

/** Returns whether a byte stands in text: tab to carriage return, escape, and whatever is no control. */
function isTextCode(code: number): boolean {
  return code >= 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x1b
}
