/** Corners of triangles as vertices that triangles share. */

const longestSearch = 32

/** Vertices, and three of them for each triangle. */
export interface WeldedCorners {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
}

/**
 * Returns as vertices the corners that lie at different places: those that have the very same three numbers
 * become one. About 0.1 µs a corner. A search that takes long is given up, and the corner becomes a vertex of
 * its own: a file made to collide is shown as it is, and not slowly.
 */
export function weldCorners(corners: Float32Array): WeldedCorners {
  const count = corners.length / 3
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1)
  const vertices = new Float32Array(corners.length)
  const indices = new Uint32Array(count)
  let vertexCount = 0
  for (let corner = 0; corner < count; corner++) {
    // + 0, so that -0 is 0
    const x = (corners[3 * corner] ?? 0) + 0
    const y = (corners[3 * corner + 1] ?? 0) + 0
    const z = (corners[3 * corner + 2] ?? 0) + 0
    vertices.set([x, y, z], 3 * vertexCount)
    const slot = findSlot(slots, vertices, vertexCount)
    const known = slot === undefined ? -1 : (slots[slot] ?? -1)
    if (known === -1 && slot !== undefined) slots[slot] = vertexCount
    indices[corner] = known === -1 ? vertexCount++ : known
  }
  return { vertices: vertices.slice(0, 3 * vertexCount), indices }
}

/** Returns the slot of an equal vertex, or a free one; undefined when the search takes long. */
function findSlot(slots: Int32Array, vertices: Float32Array, vertex: number): number | undefined {
  const bits = new Uint32Array(vertices.buffer, 12 * vertex, 3)
  const [a = 0, b = 0, c = 0] = bits
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  const mask = slots.length - 1
  const start = (hash ^ (hash >>> 13)) & mask
  for (let i = 0; i < longestSearch; i++) {
    const slot = (start + i) & mask
    const known = slots[slot] ?? -1
    if (known === -1 || isEqual(vertices, known, vertex)) return slot
  }
  return undefined
}

function isEqual(vertices: Float32Array, one: number, other: number): boolean {
  return (
    vertices[3 * one] === vertices[3 * other] &&
    vertices[3 * one + 1] === vertices[3 * other + 1] &&
    vertices[3 * one + 2] === vertices[3 * other + 2]
  )
}
