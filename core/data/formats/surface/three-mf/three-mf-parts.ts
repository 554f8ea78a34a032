/** The meshes of a model, at their places. */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../../format.ts'
import { GrowingArray } from '../../mesh/growing-array.ts'
import { toOffsetPositions } from '../../mesh/large-coordinates.ts'
import { refuse } from '../../refusal.ts'
import { findChild, listChildren, readCount, type XmlElement } from '../../xml-document.ts'
import { noteUnknown, type TriangleColors } from './three-mf-colors.ts'

/** Twelve numbers: three rows of a turn, then the shift; a point is a row before it. */
export type Transform = readonly number[]
/** The place of what is not moved. */
export const identity: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
const white = 0xff_ff_ff

/** A mesh with its place and its colours. */
interface ModelMeshPlace {
  readonly transform: Transform
  readonly colors: TriangleColors
  readonly object: XmlElement
}

/** The elements of a mesh that are read; sets name some of the triangles again. */
const readParts = ['vertices', 'triangles', 'trianglesets']

/** The vertices and triangles of all meshes so far. */
export class MeshParts {
  readonly #context: DecodeContext
  readonly #vertices: GrowingArray<Float64Array>
  readonly #indices: GrowingArray<Uint32Array>
  /** The colour of each vertex as 0xRRGGBB. */
  readonly #colors: GrowingArray<Uint32Array>
  #isColored = false

  constructor(context: DecodeContext) {
    this.#context = context
    this.#vertices = new GrowingArray(Float64Array, context)
    this.#indices = new GrowingArray(Uint32Array, context)
    this.#colors = new GrowingArray(Uint32Array, context)
  }

  add(mesh: XmlElement, { transform, colors, object }: ModelMeshPlace): void {
    // Beams and other extensions add to a mesh.
    for (const part of mesh.children) if (!readParts.includes(part.name)) noteUnknown(part, this.#context)
    const vertices = listChildren(findChild(mesh, 'vertices') ?? mesh, 'vertex')
    const triangles = listChildren(findChild(mesh, 'triangles') ?? mesh, 'triangle')
    this.#context.take(`A mesh of ${triangles.length} triangles`, 48 * (vertices.length + triangles.length))
    const places = vertices.map((vertex) => toPlace(vertex, transform))
    const found = triangles.map((triangle) => colors.find(triangle, object))
    const isColored = found.some((color) => color !== undefined)
    this.#isColored ||= isColored
    const toIndex = isColored ? this.#splitByColor(places) : this.#addAll(places)
    const names = determinant(transform) < 0 ? ['v1', 'v3', 'v2'] : ['v1', 'v2', 'v3']
    const order = names[1] === 'v2' ? [0, 1, 2] : [0, 2, 1]
    for (const [i, triangle] of triangles.entries())
      for (const [corner, name] of names.entries()) {
        const vertex = readCount(triangle, name)
        if (vertex >= places.length) throw refuse(`${name} must be below ${places.length} (got ${vertex}).`)
        this.#indices.push(toIndex(vertex, found[i]?.[order[corner] ?? 0] ?? white))
      }
  }

  finish(unit: string | undefined): MeshResult {
    if (this.#indices.length === 0) throw refuse('There are no triangles in it.')
    this.#context.take('The positions', 4 * this.#vertices.length)
    const { positions: vertices, offset } = toOffsetPositions(this.#vertices)
    const indices = this.#indices.takeAll()
    const mesh: MeshResult = {
      type: 'mesh',
      ...(unit !== undefined && { unit }),
      ...(offset && { offset }),
      vertices,
      indices,
    }
    if (!this.#isColored) return mesh
    const colors = new Uint8Array(vertices.length)
    for (let i = 0; i < colors.length; i++)
      colors[i] = (this.#colors.get(Math.floor(i / 3)) >> (8 * (2 - (i % 3)))) & 0xff
    return { ...mesh, colors }
  }

  /** Adds all vertices in their order. */
  #addAll(places: readonly (readonly number[])[]): (vertex: number) => number {
    const start = this.#vertices.length / 3
    for (const place of places) this.#add(place, white)
    return (vertex) => start + vertex
  }

  /** Adds a vertex for each colour that it has. */
  #splitByColor(places: readonly (readonly number[])[]): (vertex: number, color: number) => number {
    const known = new Map<number, number>()
    return (vertex, color) => {
      const key = vertex * 2 ** 24 + color
      const index = known.get(key) ?? this.#add(places[vertex] ?? [], color)
      known.set(key, index)
      return index
    }
  }

  #add(place: readonly number[], color: number): number {
    for (const part of place) this.#vertices.push(part)
    this.#colors.push(color)
    return this.#colors.length - 1
  }
}

function toPlace({ attributes }: XmlElement, transform: Transform): number[] {
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => Number(attributes.get(axis) ?? Number.NaN))
  if (x === undefined || y === undefined || z === undefined || !Number.isFinite(x + y + z))
    throw refuse('A vertex must have finite x, y and z.')
  return [0, 1, 2].map(
    (axis) =>
      x * (transform[axis] ?? 0) +
      y * (transform[3 + axis] ?? 0) +
      z * (transform[6 + axis] ?? 0) +
      (transform[9 + axis] ?? 0),
  )
}

function determinant(t: Transform): number {
  const at = (row: number, column: number): number => t[3 * row + column] ?? 0
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
    at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0))
  )
}
