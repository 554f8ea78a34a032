import type { ElementArray } from '../../../domain/result/elements.ts'
import type { ValueRange } from '../prepared.ts'
import { halfScale, missingHalf, writeHalves } from './half-floats.ts'
import { binCount, type Summary, toFactor } from './summary.ts'
import { eachPiece, findRange, pieceLength } from './value-range.ts'

/** Returns range and histogram; NaN and the infinities are in neither. */
export function summariseNumbers(samples: ElementArray): Summary {
  const range = findRange(samples)
  const [low, high] = range
  const factor = toFactor(range) * binCount
  const histogram = new Uint32Array(binCount)
  eachPiece(samples, (piece, length) => {
    for (let i = 0; i < length; i++) {
      const value = piece[i] ?? 0
      if (!(value >= low && value <= high)) continue
      const part = (value - low) * factor
      const bin = part < binCount ? Math.floor(part) : binCount - 1
      histogram[bin] = (histogram[bin] ?? 0) + 1
    }
  })
  return { range, histogram }
}

/** Returns samples as half floats: 0 up to the low end, 1 from the high end, {@link missingHalf} for NaN. */
export function toHalves(samples: ElementArray, range: ValueRange): Uint16Array {
  const [low] = range
  const factor = toFactor(range) * halfScale
  const halves = new Uint16Array(samples.length)
  const scaled = new Float32Array(pieceLength)
  eachPiece(samples, (piece, length, start) => {
    let hasMissing = false
    for (let i = 0; i < length; i++) {
      const value = piece[i] ?? 0
      const product = (value - low) * factor
      scaled[i] = product > 0 ? Math.min(product, halfScale) : 0 // NaN is not above 0
      hasMissing ||= Number.isNaN(value)
    }
    writeHalves(scaled, length, { halves, start })
    if (!hasMissing) return
    for (let i = 0; i < length; i++) if (Number.isNaN(piece[i])) halves[start + i] = missingHalf
  })
  return halves
}
