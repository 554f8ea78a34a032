/**
 * The scan that ships with this plugin: Colin 27, the average of 27 T1-weighted MR scans of one man (C.
 * Holmes and others, J. Comput. Assist. Tomogr. 22, 1998), at 1.5 mm. README.md names its source and licence,
 * convert-scan.mjs makes the files.
 */
import { gunzipSync } from 'node:zlib'
import brainFile from './brain.bin'
import headFile from './head.bin'

/** The whole head, or the brain alone: the same scan with everything else set to zero. */
export type Part = 'head' | 'brain'

/** Samples along z (feet to head), y (back to front), x (left to right). */
export const scanShape = [121, 145, 121] as const

/** Distance between samples along z, y, x in millimetres. */
export const scanSpacing = [1.5, 1.5, 1.5] as const

/**
 * Position of sample (0, 0, 0) along z, y, x in millimetres of MNI space; its origin is the anterior
 * commissure.
 */
export const scanOrigin = [-71, -125, -90] as const

/** Returns the samples of the scan, 0 to 255, in C order. */
export function readScan(part: Part): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gunzipSync(part === 'head' ? headFile : brainFile))
}
