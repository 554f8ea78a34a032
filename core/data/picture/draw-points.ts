import { diagonal, middle, toFiniteBox } from '../../contract/look/box.ts'
import { isKept, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { leastPixels, pageHeight } from '../../contract/look/point-size.ts'
import { pointLight, studio } from '../../contract/look/studio.ts'
import { add, dot, readVector, subtract } from '../../contract/look/vectors.ts'
import type { PreparedCloud } from '../prepared/prepared.ts'
import { createCamera, type Frame, type PlacedContent } from './camera.ts'
import { smoothstep } from './light-surface.ts'
import { createPointPaint, isByValue } from './point-colors.ts'

const key: Vector3 = studio.lights[0]?.toward ?? [0, 0, 1]

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels: discs shaded as balls, as on the page. */
export function drawPoints(
  cloud: PreparedCloud & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size } = frame
  const { positions, centre } = cloud
  const box = toFiniteBox(cloud.bounds)
  const camera = createCamera({ ...cloud, bounds: box }, display, frame)
  const kept = listKept(display, box)
  const radius = diagonal(box) / 2 || 1
  const front = -dot(subtract(middle(box), camera.eye), camera.back) - radius
  const pagePixel = size / pageHeight
  const { pointScale, pointSize } = display
  const diameter = cloud.diameter * pointScale
  const least = leastPixels * Math.min(1, pointScale) * pagePixel
  const paint = createPointPaint(cloud, display)
  const { leastShade, farAlpha } = pointLight[isByValue(cloud, display) ? 'values' : 'colors']
  const isUnlit = display.shading === 'none'
  const pixels = new Float32Array(size * size * 4)
  const depths = new Float32Array(size * size).fill(Number.POSITIVE_INFINITY)
  for (let i = 0; 3 * i < positions.length; i++) {
    const place = add(readVector(positions, 3 * i), centre)
    if (!place.every(Number.isFinite) || !isKept(kept, place)) continue
    const at = camera.project(place)
    const nearness = 1 - Math.max(0, Math.min(1, (at[2] - front) / (2 * radius)))
    const across =
      pointSize === null ? Math.max((diameter * camera.unitPixels) / at[2], least) : pointSize * pagePixel
    const opacity = isUnlit ? 1 : farAlpha + (1 - farAlpha) * smoothstep(0, 0.8, nearness)
    const light = isUnlit ? null : leastShade
    drawDisc(pixels, depths, { at, radius: across / 2, color: paint(i, i, 0), opacity, light })
  }
  return pixels
}

/** A point in the picture; `light` is the least brightness of its ball, null for none. */
interface Disc {
  readonly at: Vector3
  readonly radius: number
  readonly color: Vector3
  readonly opacity: number
  readonly light: number | null
}

/** Draws a point at pixels of the picture and a distance from the eye. */
function drawDisc(
  pixels: Float32Array,
  depths: Float32Array,
  { at, radius, color, opacity, light }: Disc,
): void {
  const size = Math.sqrt(depths.length)
  const [cx, cy, depth] = at
  const shading = smoothstep(2.5, 7, (2 * radius * pageHeight) / size)
  const reach = Math.max(radius, 0.5)
  for (let y = Math.max(0, Math.ceil(cy - reach - 0.5)); y + 0.5 <= Math.min(size, cy + reach); y++) {
    for (let x = Math.max(0, Math.ceil(cx - reach - 0.5)); x + 0.5 <= Math.min(size, cx + reach); x++) {
      const [right, up] = [(x + 0.5 - cx) / reach, (cy - y - 0.5) / reach]
      const beside = right * right + up * up
      const p = y * size + x
      if (beside > 1 || depth >= (depths[p] ?? 0)) continue
      depths[p] = depth
      const lit = Math.max(0, dot([right, up, Math.sqrt(1 - beside)], key))
      const shade = light === null ? 1 : 1 + shading * (Math.max(light, 0.45 + 0.6 * lit) - 1)
      pixels.set([...color.map((part) => Math.min(part * shade, 1) * opacity), opacity], 4 * p)
    }
  }
}
