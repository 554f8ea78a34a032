import type { Mesh } from 'specimen-host/plugin'

/**
 * Reads names.
 * @param x - of the parts
 * @minItems 1
 * @items.minLength 2
 */
export function tagOfItemsBehindParam(x: string[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
