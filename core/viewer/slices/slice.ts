import type { VolumeResult } from '../../domain/result/result.ts'
import type { Vector3 } from '../../look/display.ts'
import { sizeOf } from '../data/volume-grid.ts'

/** x, y or z, as an index into a {@link Vector3}. */
export type Axis = 0 | 1 | 2

/**
 * A plane through a volume, seen from the end of the missing axis: from above, from the front, from the
 * right. Columns go to the right and rows go up.
 */
export interface SlicePlane {
  readonly name: 'xy' | 'xz' | 'yz'
  readonly columns: Axis
  readonly rows: Axis
  readonly across: Axis
}

/** The three orthogonal slices. */
export const slicePlanes: readonly SlicePlane[] = [
  { name: 'xy', columns: 0, rows: 1, across: 2 },
  { name: 'xz', columns: 0, rows: 2, across: 1 },
  { name: 'yz', columns: 1, rows: 2, across: 0 },
]

/** The mapping from values to colours. */
export interface SliceColors {
  readonly window: readonly [low: number, high: number]
  /** Colours at equal distances, four bytes each. */
  readonly colormap: Uint8Array<ArrayBuffer>
}

/** Writes a slice into `pixels`, RGBA, the last row on top. NaN is transparent. 1 to 2 ms for 512 × 512. */
export function drawSlice(
  { data, shape }: Pick<VolumeResult, 'data' | 'shape'>,
  { columns, rows, across }: SlicePlane,
  index: number,
  { pixels, window, colormap }: SliceColors & { readonly pixels: Uint8ClampedArray<ArrayBuffer> },
): void {
  const size = sizeOf({ shape })
  const strides: Vector3 = [1, size[0], size[0] * size[1]]
  const [width, height] = [size[columns], size[rows]]
  const [right, up] = [strides[columns], strides[rows]]
  const colors = new Uint32Array(colormap.buffer)
  const target = new Uint32Array(pixels.buffer)
  const [low, high] = window
  const last = colors.length - 1
  const factor = high > low ? colors.length / (high - low) : Number.MAX_VALUE
  let at = 0
  for (let row = height - 1; row >= 0; row--) {
    let from = index * strides[across] + row * up
    for (let column = 0; column < width; column++, from += right) {
      const place = ((data[from] ?? Number.NaN) - low) * factor
      // Inlined: the comparisons are false for NaN, which stays transparent.
      target[at++] =
        place < 0
          ? (colors[0] ?? 0)
          : place <= last
            ? (colors[place | 0] ?? 0)
            : place > last
              ? (colors[last] ?? 0)
              : 0
    }
  }
}
