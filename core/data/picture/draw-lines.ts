import { toFiniteBox } from '../../contract/look/box.ts'
import { type HalfSpace, isKept, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toLinePixels } from '../../contract/look/line-width.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { add, readVector, scale, subtract } from '../../contract/look/vectors.ts'
import type { PreparedLines } from '../prepared/prepared.ts'
import { createCamera, type Frame, type PlacedContent } from './camera.ts'
import { createPointPaint } from './point-colors.ts'

/** A straight piece of a line: places, and pixels with 1 / distance; the radius is half of its width. */
interface Piece {
  readonly places: readonly [Vector3, Vector3]
  readonly screen: readonly [Vector3, Vector3]
  readonly radius: number
  readonly kept: readonly HalfSpace[]
}

/** Returns sRGB with opacity of `size`² pixels: lines with round ends, one width near and far, no light. */
export function drawLines(
  lines: PreparedLines & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size } = frame
  const { positions, centre, joined } = lines
  const box = toFiniteBox(lines.bounds)
  const camera = createCamera({ ...lines, bounds: box }, display, frame)
  const kept = listKept(display, box)
  const radius = (toLinePixels(display) * size) / pageHeight / 2
  const paint = createPointPaint(lines, display)
  const pixels = new Float32Array(size * size * 4)
  const nearness = new Float32Array(size * size)
  for (let i = 0; i + 1 < joined.length; i++) {
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
    drawPiece({ places: [from, to], screen, radius, kept }, nearness, (p, part) =>
      pixels.set([...paint(i, i + 1, part), 1], 4 * p),
    )
  }
  return pixels
}

/** Calls `fill` with each pixel that a piece has, and the part of its way that is there. */
function drawPiece(
  { places: [from, to], screen: [start, end], radius, kept }: Piece,
  nearness: Float32Array,
  fill: (p: number, part: number) => void,
): void {
  const size = Math.sqrt(nearness.length)
  const reach = Math.max(radius, 0.5) // a line of less than a pixel would have holes
  const [x, y, near] = start
  const [right, down] = [end[0] - x, end[1] - y]
  const square = right * right + down * down
  const [top, bottom] = [Math.min(y, end[1]) - reach, Math.max(y, end[1]) + reach]
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row + 0.5 <= Math.min(size, bottom); row++) {
    const [left, last] = findSpan(start, end, [row + 0.5 - reach, row + 0.5 + reach])
    const first = Math.max(0, Math.ceil(left - reach - 0.5))
    for (let column = first; column + 0.5 <= Math.min(size, last + reach); column++) {
      const [across, below] = [column + 0.5 - x, row + 0.5 - y]
      const t = square > 0 ? Math.max(0, Math.min(1, (across * right + below * down) / square)) : 0
      const beside = (across - t * right) ** 2 + (below - t * down) ** 2
      const p = row * size + column
      const nearer = near + (end[2] - near) * t
      if (beside > reach * reach || nearer <= (nearness[p] ?? 0)) continue
      const part = (t * end[2]) / nearer // in space, where 1 / distance is not linear
      if (kept.length > 0 && !isKept(kept, add(from, scale(subtract(to, from), part)))) continue
      nearness[p] = nearer
      fill(p, part)
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
