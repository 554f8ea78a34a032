import type { Mesh } from 'specimen-host/plugin'

export function mappedDate(x: Partial<{ at: Date }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
