import type { Mesh } from 'specimen-host/plugin'

export function optionalWithADefault(x?: number = 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
