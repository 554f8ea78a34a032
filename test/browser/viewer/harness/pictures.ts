/** What the goldens show, made from formulas. */
import type { ImageResult } from '../../../../core/contract/domain/result/result.ts'
import type { PreparedImage, PreparedVolume } from '../../../../core/data/prepared/prepared.ts'
import { makeVolume, type VolumeRecipe } from '../../../viewer/stage/make-volume.ts'

/** Two balls of different height, one in a shell, and a bar, so that no direction looks like another. */
function blobs(x: number, y: number, z: number): number {
  const ball = (cx: number, cy: number, cz: number, r: number): number =>
    Math.max(0, 1 - Math.hypot(x - cx, y - cy, z - cz) / r)
  const shell = Math.max(0, 1 - Math.abs(Math.hypot(x - 0.4, y - 0.45, z - 0.45) - 0.32) / 0.05)
  const bar = Math.abs(y - 0.8) < 0.06 && Math.abs(z - 0.85) < 0.06 ? 0.9 : 0
  return Math.max(ball(0.4, 0.45, 0.45, 0.2), 0.7 * ball(0.78, 0.3, 0.25, 0.22), 0.35 * shell, bar)
}

function gyroid(x: number, y: number, z: number): number {
  const [a, b, c] = [x, y, z].map((v) => v * 4 * Math.PI)
  return (
    Math.sin(a ?? 0) * Math.cos(b ?? 0) +
    Math.sin(b ?? 0) * Math.cos(c ?? 0) +
    Math.sin(c ?? 0) * Math.cos(a ?? 0)
  )
}

const volume = (recipe: Partial<VolumeRecipe>) => (): PreparedVolume =>
  makeVolume({ size: [40, 40, 40], value: blobs, ...recipe })

/** As the worker prepares what is too large: a texture of fewer samples over the same box. */
function thin(full: PreparedVolume, few: PreparedVolume): PreparedVolume {
  return { ...full, texture: { ...few.texture, step: 2 }, bricks: few.bricks }
}

/** Without what would let the ray marcher pass over anything. */
function fillBricks(full: PreparedVolume): PreparedVolume {
  const { data, ...size } = full.bricks
  const half = data instanceof Uint8Array ? 0xff : 0x3c00 // 1 as texture values
  return { ...full, bricks: { ...size, data: data.map((_, i) => (i % 2 === 0 ? 0 : half)) } }
}

/** A ramp to the right under a coarse check, green or clear to the top. */
function makeImage(
  channels: 1 | 2 | 3 | 4,
  dtype: 'uint8' | 'uint16',
  [width, height]: readonly [number, number] = [60, 45],
): PreparedImage {
  const most = dtype === 'uint8' ? 255 : 65535
  const count = width * height * channels
  const data = dtype === 'uint8' ? new Uint8Array(count) : new Uint16Array(count)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const grey = (0.8 * x) / width + (((x >> 3) + (y >> 3)) % 2) * 0.2
    const down = y / height
    const pixel = { 1: [grey], 2: [grey, down], 3: [grey, down, 0.5], 4: [grey, down, 0.5, down] }[channels]
    data.set(
      pixel.map((value) => Math.round(value * most)),
      i * channels,
    )
  }
  return toPrepared({ type: 'image', width, height, channels, dtype, data })
}

/** Neighbours that differ by 3 of 65535, which 8 bits or a half float would not show. */
function makeFineRamp(): PreparedImage {
  const [width, height] = [64, 48]
  const data = Uint16Array.from({ length: width * height }, (_, i) => 60_000 + 3 * (i % width))
  return toPrepared({ type: 'image', width, height, channels: 1, dtype: 'uint16', data })
}

function toPrepared(result: ImageResult): PreparedImage {
  const { width, height, dtype } = result
  return {
    type: 'image',
    result,
    bounds: { low: [0, 0, 0], high: [width, height, 0] },
    range: [0, dtype === 'uint8' ? 255 : 65535],
  }
}

/** Every picture by its name. */
export const pictures = {
  float32: volume({}),
  uint8: volume({ dtype: 'uint8', value: (...at) => 255 * blobs(...at) }),
  int8: volume({ dtype: 'int8', value: (...at) => 255 * blobs(...at) - 128 }),
  uint16: volume({ dtype: 'uint16', value: (...at) => 60_000 * blobs(...at) }),
  int16: volume({ dtype: 'int16', value: (...at) => 3000 * blobs(...at) - 1000 }),
  uint32: volume({ dtype: 'uint32', value: (...at) => 4e9 * blobs(...at) }),
  int32: volume({ dtype: 'int32', value: (...at) => -2e9 + 4e9 * blobs(...at) }),
  float64: volume({ dtype: 'float64', value: (...at) => 1e-300 * blobs(...at) }),
  /** Samples four times as far apart along z, far from the origin. */
  anisotropic: volume({ size: [40, 30, 10], spacing: [0.5, 0.5, 2], origin: [1e5, -40, 7] }),
  tiny: volume({ spacing: [1e-9, 1e-9, 1e-9] }),
  holes: volume({ value: (x, y, z) => (y < 0.5 && x > 0.5 ? Number.NaN : blobs(x, y, z)) }),
  thinned: () => thin(volume({})(), volume({ size: [20, 20, 20] })()),
  filled: () => fillBricks(volume({})()),
  gyroid: volume({ value: gyroid }),
  grey8: () => makeImage(1, 'uint8'),
  grey16: () => makeImage(1, 'uint16'),
  greyAlpha8: () => makeImage(2, 'uint8'),
  rgb8: () => makeImage(3, 'uint8'),
  rgba8: () => makeImage(4, 'uint8'),
  rgb16: () => makeImage(3, 'uint16'),
  rgba16: () => makeImage(4, 'uint16'),
  large: () => makeImage(1, 'uint8', [1200, 900]),
  fineRamp: makeFineRamp,
} satisfies { readonly [name: string]: () => PreparedVolume | PreparedImage }

/** The name of a picture. */
export type PictureName = keyof typeof pictures
