/** The surfaces of pixels; the nearest ones are a z-buffer. */
import type { Vector3 } from '../../contract/look/display.ts'
import { createFragment, type Fragment, type FragmentTarget } from './fragment.ts'

/** Triangles in the picture. */
export interface Shape {
  readonly indices: Uint32Array
  /** For each vertex pixels from the left and from the top, and 1 / distance; 0 behind the eye. */
  readonly screen: Float32Array
  /** For each half-space that is kept each vertex's height in it: negative outside. */
  readonly heights: readonly Float32Array[]
}

/** The surface that is seen at each of `size`² pixels, or the next one behind that of another raster. */
export class Raster implements FragmentTarget {
  readonly left = 0
  readonly top = 0
  readonly right: number
  readonly bottom: number
  readonly isFull = false
  /** 1 / distance; 0 for nothing. */
  readonly nearness: Float32Array
  /** The triangle, by its first index; -1 for none. */
  readonly triangle: Int32Array
  /** Weights in space of its second and third corner. */
  readonly weights: Float32Array
  readonly #before: Float32Array | null

  constructor(size: number, before: Raster | null) {
    this.right = size
    this.bottom = size
    this.nearness = new Float32Array(size * size)
    this.triangle = new Int32Array(size * size).fill(-1)
    this.weights = new Float32Array(size * size * 2)
    this.#before = before?.nearness ?? null
  }

  hides(x: number, y: number, nearness: number): boolean {
    const p = y * this.right + x
    if (nearness <= (this.nearness[p] ?? 0)) return true
    return this.#before !== null && nearness * 1.0001 >= (this.#before[p] ?? 0)
  }

  put({ x, y, nearness, element, u, v }: Fragment): void {
    const p = y * this.right + x
    this.nearness[p] = nearness
    this.triangle[p] = element
    this.weights[2 * p] = u
    this.weights[2 * p + 1] = v
  }
}

/** Gives a target the triangles of a shape: by their first index, with weights of second and third corner. */
export function rasterize(shape: Shape, target: FragmentTarget): void {
  const spot = createFragment()
  for (let t = 0; t + 2 < shape.indices.length && !target.isFull; t += 3) fillTriangle(shape, t, target, spot)
}

/** 1 / distance is linear in the picture; weights in space are those in the picture times their nearness. */
function fillTriangle(
  { indices, screen, heights }: Shape,
  t: number,
  target: FragmentTarget,
  spot: Fragment,
): void {
  const a = indices[t] ?? 0
  const b = indices[t + 1] ?? 0
  const c = indices[t + 2] ?? 0
  const ax = screen[3 * a] ?? 0
  const ay = screen[3 * a + 1] ?? 0
  const an = screen[3 * a + 2] ?? 0
  const bx = screen[3 * b] ?? 0
  const by = screen[3 * b + 1] ?? 0
  const bn = screen[3 * b + 2] ?? 0
  const cx = screen[3 * c] ?? 0
  const cy = screen[3 * c + 1] ?? 0
  const cn = screen[3 * c + 2] ?? 0
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (!(Math.abs(area) > 1e-9) || !(Math.min(an, bn, cn) > 0)) return
  // The middles of pixels between the sides.
  const left = Math.max(Math.ceil(Math.min(ax, bx, cx) - 0.5), target.left) | 0
  const right = Math.min(Math.floor(Math.max(ax, bx, cx) - 0.5), target.right - 1)
  const top = Math.max(Math.ceil(Math.min(ay, by, cy) - 0.5), target.top) | 0
  const bottom = Math.min(Math.floor(Math.max(ay, by, cy) - 0.5), target.bottom - 1)
  const ux = (cy - ay) / area
  const uy = (ax - cx) / area
  const vx = (ay - by) / area
  const vy = (bx - ax) / area
  for (let y = top; y <= bottom; y++) {
    const down = y + 0.5 - ay
    for (let x = left; x <= right; x++) {
      const across = x + 0.5 - ax
      const u = across * ux + down * uy
      const v = across * vx + down * vy
      if (u < 0 || v < 0 || u + v > 1) continue
      const near = an + (bn - an) * u + (cn - an) * v
      if (target.hides(x, y, near)) continue
      const second = (u * bn) / near
      const third = (v * cn) / near
      if (heights.length > 0 && !isInside(heights, [a, b, c], [1 - second - third, second, third])) continue
      spot.x = x
      spot.y = y
      spot.nearness = near
      spot.element = t
      spot.u = second
      spot.v = third
      target.put(spot)
    }
  }
}

function isInside(heights: Shape['heights'], [a, b, c]: Vector3, [wa, wb, wc]: Vector3): boolean {
  return heights.every((height) => (height[a] ?? 0) * wa + (height[b] ?? 0) * wb + (height[c] ?? 0) * wc >= 0)
}
