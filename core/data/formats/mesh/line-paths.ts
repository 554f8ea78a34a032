import type { LinesResult } from '../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { GrowingArray } from './growing-array.ts'

/** Said of a file that has them. */
export const loneNote = 'Points on none of its lines are left out.'

/** The vertices that lines lead through, and the place in these at which each line begins. */
export interface Paths {
  readonly vertices: Uint32Array
  readonly starts: Uint32Array
}

/** Lines as files name them: paths through vertices, which may share these. */
export class LinePaths {
  readonly #vertices: GrowingArray<Uint32Array>
  readonly #starts: GrowingArray<Uint32Array>

  constructor(budget: ByteBudget) {
    this.#vertices = new GrowingArray(Uint32Array, budget)
    this.#starts = new GrowingArray(Uint32Array, budget)
  }

  get isEmpty(): boolean {
    return this.#starts.length === 0
  }

  /** Begins a line. */
  begin(vertex: number): void {
    this.#starts.push(this.#vertices.length)
    this.#vertices.push(vertex)
  }

  /** Goes on with the last line where that has ended at the vertex and is not closed; else begins one. */
  resume(vertex: number): void {
    if (this.isEmpty || this.#last !== vertex || this.#isClosed) this.begin(vertex)
  }

  /** Leads the line on. A step from a vertex to itself is none: a line of one point is written so. */
  goTo(vertex: number): void {
    if (this.#last !== vertex) this.#vertices.push(vertex)
  }

  /** Adds a line by its vertices; one without any is none. */
  add(vertices: ArrayLike<number>): void {
    for (let i = 0; i < vertices.length; i++) {
      if (i === 0) this.begin(vertices[0] ?? 0)
      else this.goTo(vertices[i] ?? 0)
    }
  }

  /** Returns all lines and forgets them. */
  takeAll(): Paths {
    return { vertices: this.#vertices.takeAll(), starts: this.#starts.takeAll() }
  }

  /** Forgets all lines. */
  clear(): void {
    this.#vertices.clear()
    this.#starts.clear()
  }

  get #last(): number {
    return this.#vertices.get(this.#vertices.length - 1)
  }

  get #isClosed(): boolean {
    const first = this.#starts.get(this.#starts.length - 1)
    return this.#vertices.length - first > 2 && this.#vertices.get(first) === this.#last
  }
}

/** The vertices of a file. */
export type PathVertices = Pick<LinesResult, 'points' | 'colors' | 'scalars'>

/**
 * Returns the points of lines, a vertex as often as lines pass it. @throws `file.undecodable` for a path
 * through vertices that are not there
 */
export function followPaths(
  { points, colors, scalars }: PathVertices,
  { vertices, starts }: Paths,
  { take, onNote }: Pick<DecodeContext, 'take' | 'onNote'>,
): PathVertices & Pick<LinesResult, 'starts'> {
  const count = points.length / 3
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i] ?? 0
    if (vertex >= count) throw refuse(`A point of a line must be one of ${count} from 0 (got ${vertex}).`)
  }
  const cut = starts.length > 1 ? { starts } : {}
  const values = { ...(colors && { colors }), ...(scalars && { scalars }) }
  if (vertices.length === count && vertices.every((vertex, i) => vertex === i))
    return { points, ...values, ...cut }
  take('The points of its lines', 19 * vertices.length + count)
  if (hasLone(vertices, count)) onNote(loneNote)
  return {
    points: pick(points, vertices, { size: 3, to: new Float32Array(3 * vertices.length) }),
    ...(colors && { colors: pick(colors, vertices, { size: 3, to: new Uint8Array(3 * vertices.length) }) }),
    ...(scalars && { scalars: pick(scalars, vertices, { size: 1, to: new Float32Array(vertices.length) }) }),
    ...cut,
  }
}

function hasLone(vertices: Uint32Array, count: number): boolean {
  const passed = new Uint8Array(count)
  for (const vertex of vertices) passed[vertex] = 1
  return passed.includes(0)
}

function pick<T extends Float32Array | Uint8Array>(
  from: T,
  vertices: Uint32Array,
  { size, to }: { readonly size: number; readonly to: T },
): T {
  for (let i = 0; i < to.length; i++) {
    to[i] = from[size * (vertices[Math.floor(i / size)] ?? 0) + (i % size)] ?? 0
  }
  return to
}
