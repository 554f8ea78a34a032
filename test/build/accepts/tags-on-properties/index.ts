import type { Integer, Mesh } from 'specimen-host/plugin'

interface Options {
  /**
   * In metres.
   * @minimum 0
   * @exclusiveMaximum 10
   */
  size: number
  /** @multipleOf 2 */
  count: Integer
  /**
   * @minLength 1
   * @maxLength 3
   * @pattern ^[a-z]+$
   */
  name: string
  /** @format date */
  day: string
  /**
   * @minItems 1
   * @maxItems 2
   */
  list: number[]
}

export function tagsOnProperties(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
