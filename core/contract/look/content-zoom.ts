/** The zoom of an untouched camera: to the content, where fitting a box leaves room for its corners. */

/** Rows of the picture in which the content is measured. */
export const trialHeight = 64

const margin = 1.08
const mostZoom = 2.5
/** Less is a veil that no one would miss at the edge. */
const leastOpacity = 0.1

/**
 * Returns the factor by which a camera comes nearer, so that a content fills the picture. It is measured
 * again from there: what is near grows faster than what is far.
 * @param measure draws the content as seen from that much nearer, and returns its opacities, 0 to 1
 */
export function findContentZoom(
  measure: (zoom: number) => { readonly width: number; readonly opacities: ArrayLike<number> },
): number {
  let zoom = 1
  for (let round = 0; round < 2; round++) {
    const { width, opacities } = measure(zoom)
    const reach = findReach(opacities, width)
    if (reach === 0) return 1
    zoom = Math.max(1, Math.min(mostZoom, zoom / (reach * margin)))
  }
  return zoom
}

/** Returns how far the content reaches from the middle to the nearest edges: 1 where it touches them. */
function findReach(opacities: ArrayLike<number>, width: number): number {
  const height = opacities.length / width
  let reach = 0
  for (let p = 0; p < opacities.length; p++) {
    if ((opacities[p] ?? 0) < leastOpacity) continue
    const [x, y] = [(p % width) + 0.5 - width / 2, Math.floor(p / width) + 0.5 - height / 2]
    reach = Math.max(reach, (Math.abs(x) + 0.5) / (width / 2), (Math.abs(y) + 0.5) / (height / 2))
  }
  return reach
}
