/** JPEG (ISO/IEC 10918-1), 8 bits. Checks the header first: jpeg-js trusts its sizes. */
import { decode } from 'jpeg-js'
import type { ImageResult } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'

/** A block of 8×8 pixels takes at least one bit. */
const pixelsPerByte = 512
/** Bytes that jpeg-js allocates for a pixel: 4 for a coefficient of each component, and two copies. */
const workingBytes = 24
const mebibyte = 2 ** 20

/** Returns the image of a JPEG file, grey or RGB, as stored: Exif's orientation is ignored. */
export function decodeJpeg(bytes: Uint8Array, { byteLimit }: DecodeContext): ImageResult {
  const { width, height, components, isRgb } = readHead(bytes)
  const pixels = width * height
  if (pixels === 0) throw refuse(`An image must have pixels (got ${width}×${height}).`)
  if (pixels > bytes.length * pixelsPerByte)
    throw refuse(`${width}×${height} pixels cannot be in a file of ${bytes.length} bytes.`)
  requireWithin(`An image of ${width}×${height} pixels`, pixels * workingBytes, byteLimit)
  const { data } = decode(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    maxResolutionInMP: pixels / 1e6 + 1,
    maxMemoryUsageInMB: byteLimit / mebibyte,
    ...(isRgb && { colorTransform: false }),
  })
  if (components !== 1) return { type: 'image', width, height, channels: 3, dtype: 'uint8', data }
  const grey = Uint8Array.from({ length: pixels }, (_, i) => data[3 * i] ?? 0)
  return { type: 'image', width, height, channels: 1, dtype: 'uint8', data: grey }
}

function readHead(bytes: Uint8Array) {
  const view = toView(bytes)
  let isRgb = false
  for (let at = 2; ; ) {
    requireBytes('the head of a JPEG', 4, bytes.length - at)
    if (view.getUint8(at) !== 0xff)
      throw refuse(`A marker must stand at byte ${at} (got ${view.getUint8(at)}).`)
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    requireBytes('the head of a JPEG', length + 2, bytes.length - at)
    const isAdobe = String.fromCharCode(...bytes.subarray(at + 4, at + 9)) === 'Adobe'
    if (marker === 0xee && isAdobe) isRgb = bytes[at + 15] === 0
    if (isFrame(marker)) return { ...readFrame(view, marker, at + 4), isRgb }
    if (marker === 0xda || length < 2) throw refuse('The image data come before the size of the image.')
    at += 2 + length
  }
}

/** Returns whether a segment begins a frame; C4, C8 and CC do not. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readFrame(view: DataView, marker: number, at: number) {
  requireBytes('the frame of a JPEG', 6, view.byteLength - at)
  const depth = view.getUint8(at)
  if (marker > 0xc2)
    throw refuse('Lossless, hierarchical and arithmetic JPEG cannot be read; save it as baseline.')
  if (depth !== 8) throw refuse(`A JPEG must have 8 bits a sample (got ${depth}); save it as PNG.`)
  return { height: view.getUint16(at + 1), width: view.getUint16(at + 3), components: view.getUint8(at + 5) }
}
