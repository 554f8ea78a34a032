/** Boxes over a picture that make room for each other, in CSS pixels from its upper left corner. */

/** A place on the screen. */
export type Spot = readonly [x: number, y: number]

/** A box on the screen. */
export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns whether two boxes overlap. */
export function meetsBox(one: ScreenBox, other: ScreenBox): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Returns whether a line passes through a box: what is left of it between the sides (Liang and Barsky). */
export function meetsLine(box: ScreenBox, [[x, y], [toX, toY]]: readonly [Spot, Spot]): boolean {
  let [first, last] = [0, 1]
  for (const [start, way, low, high] of [
    [x, toX - x, box.left, box.right],
    [y, toY - y, box.top, box.bottom],
  ] as const) {
    if (way === 0) {
      if (start <= low || start >= high) return false
      continue
    }
    const [one, other] = [(low - start) / way, (high - start) / way]
    first = Math.max(first, Math.min(one, other))
    last = Math.min(last, Math.max(one, other))
  }
  return first < last
}

/** Returns a box moved out of another in a corner at the right and below: up or to the left, the shorter. */
export function leaveBox(box: ScreenBox, corner: ScreenBox): ScreenBox {
  const [left, up] = [box.right - corner.left, box.bottom - corner.top]
  return left <= up
    ? { ...box, left: box.left - left, right: box.right - left }
    : { ...box, top: box.top - up, bottom: box.bottom - up }
}

/** Returns the first free box, or the first where none is. */
export function findFreeBox(boxes: readonly ScreenBox[], isFree: (box: ScreenBox) => boolean): ScreenBox {
  return boxes.find(isFree) ?? boxes[0] ?? { left: 0, top: 0, right: 0, bottom: 0 }
}
