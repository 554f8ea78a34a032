/**
 * Returns which of some texts in a row have room, given the left and right of each from left to right, in
 * pixels: the first and the last have, and of those between each that keeps a distance from the one before it
 * that is shown, and from the last.
 */
export function findFree(
  spans: readonly (readonly [left: number, right: number])[],
  leastGap: number,
): readonly boolean[] {
  const last = spans.length - 1
  const end = spans[last]?.[0] ?? 0
  let used = Number.NEGATIVE_INFINITY
  return spans.map(([left, right], i) => {
    const isFree = i === 0 || i === last || (left >= used + leastGap && right + leastGap <= end)
    if (isFree) used = right
    return isFree
  })
}
