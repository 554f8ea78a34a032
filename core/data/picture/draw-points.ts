import { diagonal, middle, toFiniteBox } from '../../contract/look/box.ts'
import { type HalfSpace, isKept, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { leastPixels, pageHeight } from '../../contract/look/point-size.ts'
import { pointLight, studio } from '../../contract/look/studio.ts'
import { add, dot, readVector, subtract } from '../../contract/look/vectors.ts'
import type { PreparedCloud } from '../prepared/prepared.ts'
import { type Camera, createCamera, type Frame, type PlacedContent } from './camera.ts'
import type { PixelBox } from './fragment.ts'
import { smoothstep } from './light-surface.ts'
import { createPointPaint, isByValue, type PointPaint } from './point-colors.ts'

const key: Vector3 = studio.lights[0]?.toward ?? [0, 0, 1]

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels: discs shaded as balls, as on the page. */
export function drawPoints(
  cloud: PreparedCloud & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size } = frame
  const box = toFiniteBox(cloud.bounds)
  const camera = createCamera({ ...cloud, bounds: box }, display, frame)
  const ball = { middle: middle(box), radius: diagonal(box) / 2 || 1 }
  const discs = new Discs(cloud, display, { camera, kept: listKept(display, box), size, ball })
  const pixels = new Float32Array(size * size * 4)
  const depths = new Float32Array(size * size).fill(Number.POSITIVE_INFINITY)
  const shape = { left: 0, top: 0, right: size, bottom: size }
  for (let i = 0; i < discs.count; i++) {
    const disc = discs.find(i)
    if (!disc) continue
    const depth = disc.at[2]
    coverDisc(disc, shape, (x, y, right, up) => {
      const p = y * size + x
      if (depth >= (depths[p] ?? 0)) return
      depths[p] = depth
      pixels.set([...discs.shade(disc, right, up).map((part) => part * disc.cover), disc.cover], 4 * p)
    })
  }
  return pixels
}

/** The way in which points are seen. */
export interface PointView {
  readonly camera: Camera
  readonly kept: readonly HalfSpace[]
  readonly size: number
  /** The ball around the cloud: what is far in it is fainter. */
  readonly ball: { readonly middle: Vector3; readonly radius: number }
}

/** A point in the picture, in pixels and its distance. */
export interface Disc {
  readonly at: Vector3
  readonly radius: number
  /** sRGB. */
  readonly color: Vector3
  /** The opacity of one that is far. */
  readonly cover: number
}

/** The points of a cloud, as a camera sees them. */
export class Discs {
  readonly count: number
  readonly #cloud: PreparedCloud
  readonly #view: PointView
  readonly #paint: PointPaint
  readonly #front: number
  readonly #display: Display
  readonly #light: { readonly leastShade: number; readonly farAlpha: number }

  constructor(cloud: PreparedCloud, display: Display, view: PointView) {
    this.count = Math.ceil(cloud.positions.length / 3)
    this.#cloud = cloud
    this.#display = display
    this.#view = view
    this.#paint = createPointPaint(cloud, display)
    const { camera, ball } = view
    this.#front = -dot(subtract(ball.middle, camera.eye), camera.back) - ball.radius
    this.#light = pointLight[isByValue(cloud, display) ? 'values' : 'colors']
  }

  /** Returns a point in the picture; undefined for one that is cut off or nowhere. */
  find(i: number): Disc | undefined {
    const { positions, centre, diameter } = this.#cloud
    const { camera, kept, size, ball } = this.#view
    const { pointScale, pointSize, shading } = this.#display
    const place = add(readVector(positions, 3 * i), centre)
    if (!place.every(Number.isFinite) || !isKept(kept, place)) return undefined
    const at = camera.project(place)
    const nearness = 1 - Math.max(0, Math.min(1, (at[2] - this.#front) / (2 * ball.radius)))
    const pagePixel = size / pageHeight
    const least = leastPixels * Math.min(1, pointScale) * pagePixel
    const across =
      pointSize === null
        ? Math.max((diameter * pointScale * camera.unitPixels) / at[2], least)
        : pointSize * pagePixel
    const { farAlpha } = this.#light
    const cover = shading === 'none' ? 1 : farAlpha + (1 - farAlpha) * smoothstep(0, 0.8, nearness)
    return { at, radius: across / 2, color: this.#paint(i, i, 0), cover }
  }

  /** Returns the sRGB colour of a place of a disc, from -1 to 1 to the right and upward. */
  shade({ radius, color }: Disc, right: number, up: number): Vector3 {
    if (this.#display.shading === 'none') return color
    const shading = smoothstep(2.5, 7, (2 * radius * pageHeight) / this.#view.size)
    const lit = Math.max(0, dot([right, up, Math.sqrt(1 - (right * right + up * up))], key))
    const shade = 1 + shading * (Math.max(this.#light.leastShade, 0.45 + 0.6 * lit) - 1)
    const [red, green, blue] = color
    return [Math.min(red * shade, 1), Math.min(green * shade, 1), Math.min(blue * shade, 1)]
  }
}

/** Calls `visit` with the pixels of a disc, and their places in it: from -1 to 1 to the right and upward. */
export function coverDisc(
  { at: [cx, cy], radius }: Disc,
  box: PixelBox,
  visit: (x: number, y: number, right: number, up: number) => void,
): void {
  const reach = Math.max(radius, 0.5)
  for (
    let y = Math.max(box.top, Math.ceil(cy - reach - 0.5));
    y + 0.5 <= Math.min(box.bottom, cy + reach);
    y++
  ) {
    for (
      let x = Math.max(box.left, Math.ceil(cx - reach - 0.5));
      x + 0.5 <= Math.min(box.right, cx + reach);
      x++
    ) {
      const [right, up] = [(x + 0.5 - cx) / reach, (cy - y - 0.5) / reach]
      if (right * right + up * up <= 1) visit(x, y, right, up)
    }
  }
}
