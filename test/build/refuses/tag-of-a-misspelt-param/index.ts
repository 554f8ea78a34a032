import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param sise - In metres.
 * @minimum 0
 */
export function tagOfAMisspeltParam(size: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
