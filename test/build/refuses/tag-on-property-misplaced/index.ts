import type { Mesh } from 'specimen-host/plugin'

export function tagOnPropertyMisplaced(x: {
  /** @minimum 1 */
  a: string
}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
