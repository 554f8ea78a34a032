import type { Mesh } from 'specimen-host/plugin'

interface Options {
  /**
   * From the type.
   * @minimum 1
   */
  size?: number
  count?: number
  rows?: { height: number }[]
  /** From the type as well. */
  text?: string
}
/**
 * Says all.
 * @param scale - The scale.
 * @param options - The options.
 * @param options.size - Not shown: the type says more.
 * @maximum 9
 * @param options.count - From the function.
 * @multipleOf 2
 * @param options.rows - The rows.
 * @minItems 1
 * @param options.rows[].height - A height.
 */
export function parameterDestructuredComments(
  scale = 1,
  {
    size = 3,
    count: n = 4,
    rows,
    /** From the pattern. */
    text = 'a',
  }: Options = {},
): Mesh {
  return { vertices: new Float32Array([scale * size, n, rows?.length ?? text.length]), indices: new Uint32Array() }
}
