import { toView } from '../number-readers.ts'
import { refuse } from '../refusal.ts'

/** The rows of a strip or tile. */
export interface BlockRows {
  readonly rowBytes: number
  /** Samples side by side, and bytes of one. */
  readonly samples: number
  readonly size: number
  readonly isLittle: boolean
}

/** Undoes predictor 2: a sample is stored as its difference from that of the pixel on its left. */
export function addDifferences(block: Uint8Array, rows: BlockRows): void {
  const { rowBytes, samples, size, isLittle } = rows
  if (![1, 2, 4, 8].includes(size))
    throw refuse(`Predictor 2 needs samples of 8, 16, 32 or 64 bits (got ${8 * size}); save it without one.`)
  const view = toView(block)
  const back = samples * size
  for (let row = 0; row + rowBytes <= block.length; row += rowBytes) {
    const end = row + rowBytes
    if (size === 1)
      for (let at = row + back; at < end; at++) block[at] = (block[at] ?? 0) + (block[at - back] ?? 0)
    else if (size === 2)
      for (let at = row + back; at < end; at += 2)
        view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - back, isLittle), isLittle)
    else if (size === 4)
      for (let at = row + back; at < end; at += 4)
        view.setUint32(at, view.getUint32(at, isLittle) + view.getUint32(at - back, isLittle), isLittle)
    else
      for (let at = row + back; at < end; at += 8)
        view.setBigUint64(
          at,
          view.getBigUint64(at, isLittle) + view.getBigUint64(at - back, isLittle),
          isLittle,
        )
  }
}

/**
 * Undoes predictor 3 (supplement 3 of TIFF 6.0): the bytes of the floats of a row stand apart by their place,
 * the highest first, each as its difference from the byte of the pixel on its left.
 */
export function joinFloatBytes(block: Uint8Array, rows: BlockRows): void {
  const { rowBytes, samples, size, isLittle } = rows
  const count = rowBytes / size
  for (let row = 0; row + rowBytes <= block.length; row += rowBytes) {
    for (let at = row + samples; at < row + rowBytes; at++)
      block[at] = (block[at] ?? 0) + (block[at - samples] ?? 0)
    const apart = block.slice(row, row + rowBytes)
    for (let byte = 0; byte < size; byte++) {
      const place = isLittle ? size - 1 - byte : byte
      for (let i = 0; i < count; i++) block[row + i * size + place] = apart[byte * count + i] ?? 0
    }
  }
}
