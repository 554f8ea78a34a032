import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Label } from '../../../contract/domain/result/labels.ts'
import type { MeshResult, PointCloudResult } from '../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { DecodeContext } from '../format.ts'
import { Fans } from '../mesh/fans.ts'
import { GrowingArray, toFiniteOrNone } from '../mesh/growing-array.ts'
import { toOffsetPositions } from '../mesh/large-coordinates.ts'
import { refuse } from '../refusal.ts'

/** Said of a file that has them. */
export const lessNote = 'Faces of fewer than three corners are left out.'

/** Triangles of polygons: a fan around the first corner, or what {@link Fans} cuts concave ones into. */
export class Polygons {
  readonly #corners: GrowingArray<Uint32Array>
  readonly #fans: Fans
  readonly #vertexCount: number
  #hasLess = false

  constructor(vertexCount: number, budget: ByteBudget) {
    this.#corners = new GrowingArray(Uint32Array, budget)
    this.#fans = new Fans(budget)
    this.#vertexCount = vertexCount
  }

  /**
   * Adds a polygon by the indices of its corners; lines and points are left out. @throws `file.undecodable`
   */
  add(corners: ArrayLike<number>): void {
    if (corners.length < 3) this.#hasLess = true
    this.#fans.add(this.#corners.length, corners.length)
    for (let i = 2; i < corners.length; i++) this.#push([corners[0], corners[i - 1], corners[i]])
  }

  /** Adds a strip of triangles, of which each second is turned over. @throws `file.undecodable` */
  addStrip(corners: ArrayLike<number>): void {
    for (let i = 2; i < corners.length; i++) {
      const [first, second] =
        i % 2 === 0 ? [corners[i - 2], corners[i - 1]] : [corners[i - 1], corners[i - 2]]
      this.#push([first, second, corners[i]])
    }
  }

  /** Returns three indices into `points` (x, y, z) a triangle, and notes what was left out. */
  finish(points: ArrayLike<number>, context: Pick<DecodeContext, 'onNote'>): Uint32Array {
    if (this.#hasLess) context.onNote(lessNote)
    this.#fans.cutConcave(points, [this.#corners], context)
    return this.#corners.takeAll()
  }

  #push(corners: readonly (number | undefined)[]): void {
    for (const corner of corners) {
      if (corner === undefined || !Number.isInteger(corner) || corner < 0 || corner >= this.#vertexCount)
        throw refuse(
          `A corner of a face must be one of ${this.#vertexCount} vertices from 0 (got ${corner}).`,
        )
      this.#corners.push(corner)
    }
  }
}

/** A surface as its file has it. */
export interface Surface {
  /** x, y, z of each point; in double precision where the file has that. */
  readonly points: ElementArray
  readonly indices: Uint32Array
  readonly normals?: Float32Array | undefined
  readonly colors?: Uint8Array | undefined
  readonly scalars?: Float32Array | undefined
  readonly valueName?: string | undefined
  readonly valueUnit?: string | undefined
  /** Set where the values are labels. */
  readonly labels?: readonly Label[] | undefined
  readonly unit?: string | undefined
  /** The anatomical directions in which x, y and z grow, where the file says them. */
  readonly orientation?: string | undefined
}

/**
 * Returns a surface as a mesh, or as points where it has no triangles. Normals and values must all be finite.
 */
export function toSurface(
  surface: Surface,
  { onNote, take }: Pick<DecodeContext, 'onNote' | 'take'>,
): MeshResult | PointCloudResult {
  const { points, indices, colors, unit, orientation } = surface
  if (points.length === 0) throw refuse('There are no points in it.')
  take('The positions', 4 * points.length)
  const { positions, offset } = toOffsetPositions({
    length: points.length,
    get: (index) => points[index] ?? Number.NaN,
  })
  const scalars = toFiniteOrNone(surface.scalars)
  if (surface.scalars && !scalars) onNote('Its values are left out: some are not finite.')
  const values = scalars && {
    scalars,
    ...(surface.valueName && { valueName: surface.valueName.slice(0, 200) }),
    ...(surface.valueUnit && { valueUnit: surface.valueUnit }),
    ...(surface.labels && { labels: surface.labels }),
  }
  const place = {
    ...(unit !== undefined && { unit }),
    ...(orientation !== undefined && { orientation }),
    ...(offset && { offset }),
  }
  const shared = { ...place, ...(colors && { colors }), ...values }
  if (indices.length === 0) return { type: 'point_cloud', points: positions, ...shared }
  const normals = toFiniteOrNone(surface.normals)
  if (surface.normals && !normals) onNote('Its normals are left out: some are missing or not finite.')
  return { type: 'mesh', vertices: positions, indices, ...(normals && { normals }), ...shared }
}
