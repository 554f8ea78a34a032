import type { Mesh } from 'specimen-host/plugin'

export function literalRepeated(x: 'a' | 'b' | 'a'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
