import type { FileFormat } from '../../format.ts'
import { skipByteOrderMark } from '../../text-lines.ts'

const offWord = /^(?:(?:ST)?C?N?4?n?|NC?(?:ST)?|C?ST)OFF(?:\b|\d)/
const longestOffWord = 16

/** The format OFF. */
export const offFormat = {
  name: 'OFF',
  types: ['mesh', 'point_cloud'],
  extensions: ['.off'],
  isContent: isOff,
  load: async () => (await import('./off.ts')).offReader,
} as const satisfies FileFormat

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
