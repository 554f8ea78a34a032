import type { Mesh } from 'specimen-host/plugin'

export function literalNegative(x: -1 | 0 | 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
