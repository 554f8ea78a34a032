import type { MeshResult } from '../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../byte-budget.ts'

const longestSearch = 32
const noSlot = -1

/**
 * Merges corners with the very same three numbers, in about 0.3 µs a corner, and in the memory of `corners`.
 * Gives up a long search, so that a file made to collide is still shown quickly: its corner becomes a vertex.
 */
export function weldCorners(
  corners: Float32Array,
  budget: ByteBudget,
): Pick<MeshResult, 'vertices' | 'indices'> {
  const count = corners.length / 3
  const slotCount = 2 ** Math.ceil(Math.log2(2 * count + 1))
  budget.take('A list of its vertices', 4 * slotCount + 4 * count)
  // A vertex stands at or before the corner that it is made of.
  const vertices = corners
  const bits = new Uint32Array(vertices.buffer, vertices.byteOffset, vertices.length)
  /** The number of a vertex, or -1; the length is a power of two. */
  const slots = new Int32Array(slotCount).fill(-1)
  const mask = slots.length - 1
  const findSlot = (vertex: number): number => {
    const [a, b, c] = [bits[3 * vertex] ?? 0, bits[3 * vertex + 1] ?? 0, bits[3 * vertex + 2] ?? 0]
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
    const hash = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    const start = (hash ^ (hash >>> 13)) & mask
    for (let i = 0; i < longestSearch; i++) {
      const slot = (start + i) & mask
      const known = slots[slot] ?? -1
      if (known === -1 || isEqual(vertices, known, vertex)) return slot
    }
    return noSlot
  }
  const indices = new Uint32Array(count)
  let vertexCount = 0
  for (let corner = 0; corner < count; corner++) {
    // + 0, so that -0 is 0
    for (let axis = 0; axis < 3; axis++)
      vertices[3 * vertexCount + axis] = (corners[3 * corner + axis] ?? 0) + 0
    const slot = findSlot(vertexCount)
    const known = slots[slot] ?? -1
    if (known === -1 && slot !== noSlot) slots[slot] = vertexCount
    indices[corner] = known === -1 ? vertexCount++ : known
  }
  budget.take('A list of its vertices', 12 * vertexCount)
  return { vertices: vertices.slice(0, 3 * vertexCount), indices }
}

function isEqual(vertices: Float32Array, one: number, other: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (vertices[3 * one + axis] !== vertices[3 * other + axis]) return false
  return true
}
