import { toFiniteBox } from '../../contract/look/box.ts'
import { type HalfSpace, isKept, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toLinePixels } from '../../contract/look/line-width.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { add, readVector, scale, subtract } from '../../contract/look/vectors.ts'
import type { PreparedLines } from '../prepared/prepared.ts'
import { type Camera, createCamera, type Frame, type PlacedContent } from './camera.ts'
import { createFragment, type Fragment, type FragmentTarget } from './fragment.ts'
import { createPointPaint } from './point-colors.ts'

/** A straight piece of a line: places, and pixels with 1 / distance; each end has half of its width. */
interface Piece {
  readonly places: readonly [Vector3, Vector3]
  readonly screen: readonly [Vector3, Vector3]
  readonly radii: readonly [number, number]
  readonly kept: readonly HalfSpace[]
}

/** Returns sRGB with opacity of `size`² pixels: lines with round ends, one width near and far, no light. */
export function drawLines(
  lines: PreparedLines & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size } = frame
  const box = toFiniteBox(lines.bounds)
  const camera = createCamera({ ...lines, bounds: box }, display, frame)
  const paint = createPointPaint(lines, display)
  const pixels = new Float32Array(size * size * 4)
  const nearest = new Float32Array(size * size)
  const radius = toRadius(display, size)
  fillLines(
    lines,
    { camera, kept: listKept(display, box), toRadius: () => radius },
    {
      left: 0,
      top: 0,
      right: size,
      bottom: size,
      isFull: false,
      hides: (x, y, nearness) => nearness <= (nearest[y * size + x] ?? 0),
      put({ x, y, nearness, element, u }) {
        nearest[y * size + x] = nearness
        pixels.set([...paint(element, element + 1, u), 1], 4 * (y * size + x))
      },
    },
  )
  return pixels
}

/** Returns half of the width of lines, in pixels of a picture of `size`² pixels. */
export function toRadius(display: Display, size: number): number {
  return (toLinePixels(display) * size) / pageHeight / 2
}

/** The way in which lines are seen. */
export interface LineView {
  readonly camera: Camera
  readonly kept: readonly HalfSpace[]
  /** Returns half of the width in pixels, by 1 / distance. */
  toRadius(nearness: number): number
}

/** Gives a target the pieces of lines: by their first point, with the part of the way to the next one. */
export function fillLines(
  { positions, centre, joined }: Pick<PreparedLines, 'positions' | 'centre' | 'joined'>,
  { camera, kept, toRadius }: LineView,
  target: FragmentTarget,
): void {
  const fragment = createFragment()
  for (let i = 0; i + 1 < joined.length && !target.isFull; i++) {
    if (joined[i] === 0) continue
    const [from, to] = [i, i + 1].map((point) => add(readVector(positions, 3 * point), centre))
    if (!from || !to) continue
    const [x, y, depth] = camera.project(from)
    const [toX, toY, toDepth] = camera.project(to)
    if (!(depth > 0 && toDepth > 0)) continue // behind the eye, or NaN
    const screen = [
      [x, y, 1 / depth],
      [toX, toY, 1 / toDepth],
    ] as const
    const radii = [toRadius(1 / depth), toRadius(1 / toDepth)] as const
    fragment.element = i
    fillPiece({ places: [from, to], screen, radii, kept }, target, fragment)
  }
}

/** Gives a target the pixels that a piece has. */
function fillPiece(
  { places: [from, to], screen: [start, end], radii, kept }: Piece,
  target: FragmentTarget,
  fragment: Fragment,
): void {
  // A line of less than a pixel would have holes.
  const [first, last] = [Math.max(radii[0], 0.5), Math.max(radii[1], 0.5)]
  const most = Math.max(first, last)
  const [x, y, near] = start
  const [right, down] = [end[0] - x, end[1] - y]
  const square = right * right + down * down
  const [top, bottom] = [Math.min(y, end[1]) - most, Math.max(y, end[1]) + most]
  for (
    let row = Math.max(target.top, Math.ceil(top - 0.5));
    row + 0.5 <= Math.min(target.bottom, bottom);
    row++
  ) {
    const [left, rightmost] = findSpan(start, end, [row + 0.5 - most, row + 0.5 + most])
    const until = Math.min(target.right, rightmost + most)
    for (let column = Math.max(target.left, Math.ceil(left - most - 0.5)); column + 0.5 <= until; column++) {
      const [across, below] = [column + 0.5 - x, row + 0.5 - y]
      const t = square > 0 ? Math.max(0, Math.min(1, (across * right + below * down) / square)) : 0
      const beside = (across - t * right) ** 2 + (below - t * down) ** 2
      const reach = first + (last - first) * t
      const nearness = near + (end[2] - near) * t
      if (beside > reach * reach || target.hides(column, row, nearness)) continue
      const part = (t * end[2]) / nearness // in space, where 1 / distance is not linear
      if (kept.length > 0 && !isKept(kept, add(from, scale(subtract(to, from), part)))) continue
      fragment.x = column
      fragment.y = row
      fragment.nearness = nearness
      fragment.u = part
      target.put(fragment)
    }
  }
}

/** Returns the pixels from the left between which a piece lies in a range of rows. */
function findSpan([x, y]: Vector3, [toX, toY]: Vector3, [top, bottom]: readonly [number, number]) {
  if (y === toY) return [Math.min(x, toX), Math.max(x, toX)] as const
  const at = (row: number): number => {
    const part = Math.max(0, Math.min(1, (row - y) / (toY - y)))
    return x + part * (toX - x)
  }
  const [one, other] = [at(top), at(bottom)]
  return [Math.min(one, other), Math.max(one, other)] as const
}
