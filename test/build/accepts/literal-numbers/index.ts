import type { Mesh } from 'specimen-host/plugin'

export function literalNumbers(x: 1 | 2 | 4 = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
