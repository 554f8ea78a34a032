import type { Integer, Mesh, Range } from 'specimen-host/plugin'

import type { Wide } from './wide.ts'

/** @minimum 0 */
type Radius = number

/**
 * A mode.
 * @minLength 2
 */
enum Mode {
  /** @pattern ^a */
  Low = 'low',
  High = 'high',
}

/** @integer */
interface Options {
  list: Radius[]
  /** @minimum 1 */
  wide?: Wide
}

export function tagOnAType(options: Options, mode: Mode): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export function tagOnATypeAgain(radius: Radius): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
