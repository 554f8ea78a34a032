import type { Mesh } from 'specimen-host/plugin'

/**
 * @param x - Some.
 * @minItems 1
 * @example [7]
 * @deprecated
 */
export function tagsOfAListOnParam(x: number[] = [1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
