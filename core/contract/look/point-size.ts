/** Pixels of the stage of a usual page: sizes in its pixels are smaller in a smaller picture. */
export const pageHeight = 400

/** CSS pixels of the smallest disc: points far away, or far from each other, can be seen. */
export const leastPixels = 2.5

/** Distances from points to their nearest neighbours: the median, and that of a tenth; 0 for none. */
export interface NeighbourDistances {
  readonly usual: number
  readonly short: number
}

/**
 * Returns the usual diameter of a point's disc, in the specimen's units, from the distances of neighbours and
 * the diagonal of the box. Neighbours touch in a cloud of many points. Those of few stay points, but for
 * those that keep a distance, as atoms do: they are balls that hardly meet.
 */
export function chooseDiameter({ usual, short }: NeighbourDistances, diagonal: number): number {
  const touching = usual > 0 ? 1.6 * usual : diagonal
  const ball = Math.min(0.9 * short, diagonal / 16) // the margin around a fitted box
  return Math.max(ball, Math.min(touching, diagonal / 120))
}
