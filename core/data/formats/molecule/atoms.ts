import type { PointCloudResult } from '../../../contract/domain/result/result.ts'
import { colorLabels } from '../../../contract/look/labels.ts'
import type { DecodeContext } from '../format.ts'
import { GrowingArray } from '../mesh/growing-array.ts'
import { toOffsetPositions } from '../mesh/large-coordinates.ts'
import { refuse } from '../refusal.ts'
import { findLook } from './elements.ts'

const decimal = /^[-+]?(\d+[.]?\d*|[.]\d+)([eEdD][-+]?\d+)?$/

/** Atoms as points: their elements are the values, named and coloured. */
export class Atoms {
  readonly #context: DecodeContext
  readonly #places: GrowingArray<Float64Array>
  readonly #elements: GrowingArray<Float32Array>

  constructor(context: DecodeContext) {
    this.#context = context
    this.#places = new GrowingArray(Float64Array, context)
    this.#elements = new GrowingArray(Float32Array, context)
  }

  get count(): number {
    return this.#elements.length
  }

  /**
   * Adds an atom by its atomic number and the texts of x, y and z. @throws `file.undecodable` with the line
   */
  add(element: number, place: readonly string[], line: number): void {
    for (const axis of [0, 1, 2]) {
      const text = place[axis]?.trim() ?? ''
      const number = decimal.test(text) ? Number(text.replace(/d/i, 'e')) : Number.NaN
      if (!Number.isFinite(number))
        throw refuse(`Line ${line} must have three numbers for x, y and z (got ${JSON.stringify(text)}).`)
      this.#places.push(number)
    }
    this.#elements.push(element)
  }

  /** Returns the atoms as points in ångström. */
  toCloud(): PointCloudResult {
    if (this.count === 0) throw refuse('There are no atoms in it.')
    this.#context.take('Its atoms', 7 * 4 * this.count)
    const { positions: points, offset } = toOffsetPositions(this.#places)
    this.#places.clear()
    const scalars = this.#elements.takeAll()
    const labels = [...new Set(scalars)].sort((one, other) => one - other).map(toLabel)
    return {
      type: 'point_cloud',
      unit: 'Å',
      valueName: 'element',
      ...(offset && { offset }),
      labels,
      points,
      colors: colorLabels(scalars, labels),
      scalars,
    }
  }
}

function toLabel(value: number) {
  const { symbol, color } = findLook(value)
  return { value, name: symbol, color }
}
