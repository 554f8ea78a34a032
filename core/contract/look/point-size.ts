/** Pixels of the stage of a usual page: sizes in its pixels are smaller in a smaller picture. */
export const pageHeight = 400

/** CSS pixels of the smallest disc: points far away, or far from each other, can be seen. */
export const leastPixels = 2.5

/**
 * Returns the usual diameter of a point's disc, in the specimen's units, from the distance between neighbours
 * and the diagonal of the box: neighbours touch, in a cloud of many points; those of few stay points.
 */
export function chooseDiameter(spacing: number, diagonal: number): number {
  const touching = spacing > 0 ? 1.6 * spacing : diagonal
  return Math.min(touching, diagonal / 120)
}
