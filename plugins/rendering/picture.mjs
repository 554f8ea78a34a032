/** From light to a file: averages pixels, puts them on a background, and writes a small PNG. */
import { writeFileSync } from 'node:fs'
import { encodeSmallPng } from './png.mjs'

/**
 * Writes linear RGBA pixels of `size`² as a PNG of (size / factor)² pixels on a dark background that is
 * lighter in the middle, and returns the file's bytes.
 */
export function writePicture(path, pixels, size, factor, { exposure = 1 } = {}) {
  const edge = size / factor
  const rgb = new Uint8Array(edge * edge * 3)
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const backdrop = toBackdrop(x / edge, y / edge)
      const sum = [0, 0, 0]
      for (let k = 0; k < factor * factor; k++) {
        const p = 4 * ((y * factor + Math.floor(k / factor)) * size + x * factor + (k % factor))
        for (let c = 0; c < 3; c++)
          sum[c] += compress(pixels[p + c] * exposure) + backdrop[c] * (1 - pixels[p + 3])
      }
      for (let c = 0; c < 3; c++) {
        rgb[3 * (y * edge + x) + c] = Math.round(255 * Math.min(1, sum[c] / factor ** 2) ** (1 / 2.2))
      }
    }
  }
  const bytes = encodeSmallPng(rgb, edge, edge)
  writeFileSync(path, bytes)
  return bytes.length
}

/** Bends bright light gently towards white instead of cutting it. */
function compress(value) {
  return value < 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp(-(value - 0.6) / 0.4))
}

function toBackdrop(x, y) {
  const distance = Math.min(1, Math.hypot(x - 0.5, y - 0.45) / 0.75)
  const light = 0.022 * (1 - distance) ** 1.5 + 0.006
  return [light * 0.72, light * 0.9, light * 1.35]
}
