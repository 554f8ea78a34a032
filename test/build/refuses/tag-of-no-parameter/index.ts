import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @minimum 2
 */
export function tagOfNoParameter(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
