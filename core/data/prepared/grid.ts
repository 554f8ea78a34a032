import type { ElementArray } from '../../contract/domain/result/elements.ts'
import type { VolumeResult } from '../../contract/domain/result/result.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Bounds } from './prepared.ts'
import { axes, sizeOf } from './volume-grid.ts'

/** Limits of a texture on nearly every card; the side is the `MAX_3D_TEXTURE_SIZE` of WebGL 2. */
export const usualLimits = { side: 2048, bytes: 256 * 2 ** 20 }

/**
 * Returns the samples of a volume in space, as x, y, z. Missing axes are 1 long, further ones ignored. With
 * directions of its own its box has the axes of the array and begins at 0: the origin is of other axes.
 */
export function toGrid({ shape, spacing, origin, direction }: VolumeResult): {
  readonly size: Vector3
  readonly bounds: Bounds
} {
  const size = sizeOf({ shape })
  const steps = toAxes(spacing ?? [], 1)
  const first = toAxes((!direction && origin) || [], 0)
  const faces = axes.map((axis) => {
    const outer = first[axis] - steps[axis] / 2
    const end = outer + steps[axis] * size[axis]
    return [Math.min(outer, end), Math.max(outer, end)] as const // a file's spacing may be negative
  })
  const [x = [0, 0], y = [0, 0], z = [0, 0]] = faces
  return { size, bounds: { low: [x[0], y[0], z[0]], high: [x[1], y[1], z[1]] } }
}

/** Returns the last three of a list, slowest first, as x, y, z. */
function toAxes(list: readonly number[], absent: number): Vector3 {
  return [list.at(-1) ?? absent, list.at(-2) ?? absent, list.at(-3) ?? absent]
}

/** Returns the step at which samples along each axis are taken, so that a texture keeps within the limits. */
export function findStep(size: Vector3, bytesPerSample: number, { side, bytes }: typeof usualLimits): number {
  let step = 1
  for (;;) {
    const [width, height, depth] = toThinned(size, step)
    if (Math.max(width, height, depth) <= side && width * height * depth * bytesPerSample <= bytes)
      return step
    step++
  }
}

/** Returns the number of remaining samples along each axis. */
export function toThinned(size: Vector3, step: number): Vector3 {
  return [Math.ceil(size[0] / step), Math.ceil(size[1] / step), Math.ceil(size[2] / step)]
}

/**
 * Returns one sample of every `step` along each axis, as the same type of array; a view for a step of 1.
 * Takes those nearest to the middles of the thinned grid, so that the picture keeps its place.
 */
export function thin(samples: ElementArray, size: Vector3, step: number): ElementArray {
  const [width, height, depth] = size
  if (step === 1) return samples.subarray(0, width * height * depth)
  const thinned = toThinned(size, step)
  const [columns, rows, planes] = [0, 1, 2].map((axis) => listMiddles(size[axis] ?? 1, thinned[axis] ?? 1))
  const taken = samples.slice(0, thinned[0] * thinned[1] * thinned[2])
  let at = 0
  for (const z of planes ?? []) {
    for (const y of rows ?? []) {
      const row = (z * height + y) * width
      for (const x of columns ?? []) taken[at++] = samples[row + x] ?? 0
    }
  }
  return taken
}

function listMiddles(length: number, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count))
}
