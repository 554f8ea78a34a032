/**
 * Returns a square picture of `from` pixels a side with `to`: each new one is between its four neighbours, by
 * its middle. Pixels are four numbers each, colours multiplied by opacity: clear ones give no dark edges.
 */
export function enlarge(pixels: Float32Array, from: number, to: number): Float32Array {
  const larger = new Float32Array(4 * to * to)
  const places = Array.from({ length: to }, (_, i) => toNeighbours((i + 0.5) * (from / to) - 0.5, from))
  let target = 0
  for (const { first: top, second: bottom, part: down } of places) {
    for (const { first: left, second: right, part: across } of places) {
      for (let c = 0; c < 4; c++) {
        const above = mix(pixels[4 * (top * from + left) + c], pixels[4 * (top * from + right) + c], across)
        const below = mix(
          pixels[4 * (bottom * from + left) + c],
          pixels[4 * (bottom * from + right) + c],
          across,
        )
        larger[target++] = mix(above, below, down)
      }
    }
  }
  return larger
}

/** The pixels around a place along a side, and the part of the way from the first to the second. */
interface Neighbours {
  readonly first: number
  readonly second: number
  readonly part: number
}

function toNeighbours(place: number, count: number): Neighbours {
  const inside = Math.min(Math.max(place, 0), count - 1)
  const first = Math.floor(inside)
  return { first, second: Math.min(first + 1, count - 1), part: inside - first }
}

function mix(first = 0, second = 0, part: number): number {
  return first + (second - first) * part
}
