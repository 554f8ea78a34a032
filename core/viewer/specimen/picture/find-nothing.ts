import { countRows } from '../../../contract/domain/result/columns.ts'
import type { MeshResult } from '../../../contract/domain/result/result.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import type { Prepared, PreparedVolume } from '../../../data/prepared/prepared.ts'

/**
 * Returns the sentence for a result in which there is nothing to see: no triangle with an area, no point,
 * no line of two, no length, no text, no number, one value only. Null for any other. Looks no further than
 * the first triangle or point to be seen.
 */
export function findNothing(prepared: Prepared): string | null {
  switch (prepared.type) {
    case 'mesh':
      return findNoTriangle(prepared.result)
    case 'volume':
      return findNoContrast(prepared)
    case 'point_cloud': {
      const { points } = prepared.result
      const count = Math.floor(points.length / 3)
      if (count === 0) return 'The cloud has no points.'
      return points.some(Number.isFinite) ? null : sayNone(count, 'point')
    }
    case 'lines': {
      const { joined } = prepared
      if (joined.length === 0) return 'The lines have no points.'
      return joined.includes(1) ? null : 'No line has two points.'
    }
    case 'arrows': {
      const { vectors } = prepared.result
      const count = Math.floor(vectors.length / 3)
      if (count === 0) return 'There are no arrows.'
      return vectors.some((part) => part !== 0) ? null : sayAll(count, 'arrow', 'of length 0')
    }
    case 'labels': {
      const { texts } = prepared.result
      if (texts.length === 0) return 'There are no labels.'
      return texts.some((text) => text !== '') ? null : sayAll(texts.length, 'label', 'empty')
    }
    case 'table':
      return countRows(prepared.result.columns) === 0 ? 'The table has no rows.' : null
    case 'scene': {
      if (prepared.parts.length === 0) return 'The scene has no parts.'
      const found = prepared.parts.map((part) => findNothing(part.prepared))
      return found.every((sentence) => sentence !== null) ? 'There is nothing to see in any part.' : null
    }
    case 'image': {
      const { width, height } = prepared.result
      return width * height > 0 ? null : 'The image has no pixels.'
    }
  }
}

function findNoTriangle({ vertices, indices }: MeshResult): string | null {
  const count = indices.length / 3
  const corners = Math.floor(vertices.length / 3)
  if (corners === 1) return 'The mesh is a single vertex.'
  if (count < 1)
    return corners === 0
      ? 'The mesh has no triangles.'
      : `The mesh has ${say(corners, 'vertices')} and no triangles.`
  for (let i = 0; i + 2 < indices.length; i += 3) if (hasArea(vertices, indices, i)) return null
  if (!vertices.some(Number.isFinite)) return `All ${say(corners, 'vertices')} are NaN.`
  return count === 1
    ? 'The only triangle of the mesh has no area.'
    : `None of the ${say(count, 'triangles')} has an area.`
}

/** Products of float32 are in the range of doubles, so that no scale is needed. */
function hasArea(vertices: Float32Array, indices: Uint32Array, first: number): boolean {
  const at = (corner: number, axis: number): number =>
    vertices[3 * (indices[first + corner] ?? 0) + axis] ?? 0
  const side = (corner: number, axis: number): number => at(corner, axis) - at(0, axis)
  return [0, 1, 2].some((axis) => {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
    return Math.abs(side(1, next) * side(2, last) - side(1, last) * side(2, next)) > 0 // false for NaN
  })
}

/** The histogram has the finite samples alone. */
function findNoContrast({ result, range: [low, high], histogram }: PreparedVolume): string | null {
  if (low < high) return null
  const total = result.shape.slice(-3).reduce((product, side) => product * side, 1)
  const finite = histogram.reduce((sum, count) => sum + count, 0)
  if (finite === 0) return sayNone(total, 'sample')
  const value = formatNumber(low)
  if (total === 1) return `The only sample is ${value}.`
  return finite < total ? `All samples are ${value} or NaN.` : `All samples are ${value}.`
}

function sayNone(count: number, noun: string): string {
  return sayAll(count, noun, 'NaN')
}

function sayAll(count: number, noun: string, state: string): string {
  return count === 1 ? `The only ${noun} is ${state}.` : `All ${say(count, `${noun}s`)} are ${state}.`
}

function say(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}`
}
