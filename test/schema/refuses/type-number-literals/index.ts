import type { Mesh } from 'specimen-host/plugin'

export function typeNumberLiterals(x: 1 | 2 | 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
