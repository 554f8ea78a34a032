import type { PointCloudResult } from '../domain/result/result.ts'
import { type CameraView, createCamera } from './camera.ts'
import { readVector, scale, toLinear, type Vector } from './vector.ts'

/** The options of drawing points. */
export interface PointsOptions extends CameraView {
  /** Brightness of each point, constant or by its index and nearness. */
  readonly glow: number | ((index: number, nearness: number) => number)
  /** Radius of a spot in pixels, constant or by index. */
  readonly spot: number | ((index: number) => number)
  readonly color?: (index: number) => Vector
}

const plain: Vector = [0.6, 0.8, 1]

/** Returns linear RGBA of `size`² pixels: glowing points that add up, each a soft spot of its colour. */
export function drawPoints({ points, colors }: PointCloudResult, options: PointsOptions): Float32Array {
  const { size, glow, spot } = options
  const camera = createCamera(points, options)
  const pixels = new Float32Array(size * size * 4)
  const color = options.color ?? ((i) => (colors ? toLinear(readVector(colors, 3 * i)) : plain))
  for (let i = 0; 3 * i < points.length; i++) {
    const [sx, sy, depth] = camera.toScreen(camera.toView(readVector(points, 3 * i)))
    const nearness = Math.max(0.15, (5.4 - depth) / 2.2)
    const strength = typeof glow === 'function' ? glow(i, nearness) : glow * nearness ** 1.5
    const reach = typeof spot === 'function' ? spot(i) : spot
    addSpot(pixels, size, { sx, sy, reach, light: scale(color(i), strength) })
  }
  return pixels
}

function addSpot(
  pixels: Float32Array,
  size: number,
  { sx, sy, reach, light }: { sx: number; sy: number; reach: number; light: Vector },
): void {
  const [left, right] = [Math.max(0, Math.floor(sx - 2 * reach)), Math.min(size - 1, sx + 2 * reach)]
  const [top, bottom] = [Math.max(0, Math.floor(sy - 2 * reach)), Math.min(size - 1, sy + 2 * reach)]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const fall = Math.exp(-((x + 0.5 - sx) ** 2 + (y + 0.5 - sy) ** 2) / (reach * reach * 0.7))
      const p = 4 * (y * size + x)
      for (let k = 0; k < 3; k++) pixels[p + k] = (pixels[p + k] ?? 0) + (light[k] ?? 0) * fall
    }
  }
}
