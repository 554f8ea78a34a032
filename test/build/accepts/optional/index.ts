import type { Mesh } from 'specimen-host/plugin'

export function optional(x?: number, mode?: 'a' | 'b'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
