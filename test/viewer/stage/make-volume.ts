/** Volumes as the data worker prepares them, made from a formula. */
import {
  type Dtype,
  type ElementArray,
  elementArrays,
} from '../../../core/contract/domain/result/elements.ts'
import type { Vector3 } from '../../../core/contract/look/display.ts'
import { measureQuantiles } from '../../../core/contract/look/quantiles.ts'
import { measureBricks } from '../../../core/data/prepared/measure-bricks.ts'
import {
  missingTexel,
  type PreparedVolume,
  type VolumeTexture,
} from '../../../core/data/prepared/prepared.ts'

/** What the volume is like; x first. */
export interface VolumeRecipe {
  readonly size: Vector3
  readonly spacing?: Vector3
  readonly origin?: Vector3
  readonly dtype?: Dtype
  /** The value at fractions of the box. */
  readonly value: (x: number, y: number, z: number) => number
}

/** Returns a prepared volume of a formula. */
export function makeVolume(recipe: VolumeRecipe): PreparedVolume {
  const { size, spacing = [1, 1, 1], origin = [0, 0, 0], dtype = 'float32', value } = recipe
  const [width, height, depth] = size
  const data = new elementArrays[dtype](width * height * depth)
  let at = 0
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        data[at++] = value((x + 0.5) / width, (y + 0.5) / height, (z + 0.5) / depth)
  const result = {
    type: 'volume',
    shape: size.toReversed(),
    dtype,
    data,
    spacing: spacing.toReversed(),
    origin: origin.toReversed(),
  } as const
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const sample of data) {
    if (sample < low) low = sample
    if (sample > high) high = sample
  }
  const [x, y, z] = [0, 1, 2].map((axis) => (origin[axis] ?? 0) - (spacing[axis] ?? 1) / 2)
  const corner: Vector3 = [x ?? 0, y ?? 0, z ?? 0]
  const texture = { width, height, depth, step: 1, ...toSamples(data, [low, high]) }
  return {
    type: 'volume',
    result,
    bounds: {
      low: corner,
      high: [corner[0] + width * spacing[0], corner[1] + height * spacing[1], corner[2] + depth * spacing[2]],
    },
    range: [low, high],
    histogram: new Uint32Array(256),
    quantiles: measureQuantiles(data),
    texture,
    bricks: measureBricks(texture),
  }
}

type Samples = Pick<VolumeTexture, 'format' | 'data' | 'values'>

function toSamples(data: ElementArray, range: readonly [number, number]): Samples {
  if (data instanceof Uint8Array) return { format: 'r8', data, values: [0, 255] }
  if (data instanceof Int8Array)
    return { format: 'r8', data: Uint8Array.from(data, (value) => value + 128), values: [-128, 127] }
  return { format: 'r16f', data: toHalves(data, ...range), values: range }
}

function toHalves(data: ArrayLike<number>, low: number, high: number): Uint16Array {
  return Uint16Array.from({ length: data.length }, (_, i) => {
    const value = data[i] ?? Number.NaN
    return toHalf(Number.isNaN(value) ? missingTexel : (value - low) / (high - low || 1))
  })
}

/** The nearest half float, by way of the definition. */
function toHalf(value: number): number {
  const size = Math.abs(value)
  const sign = value < 0 ? 0x8000 : 0
  if (size < 2 ** -14) return sign + Math.round(size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  return sign + Math.round((size / 2 ** exponent - 1 + exponent + 15) * 1024)
}
