import type { Mesh } from 'specimen-host/plugin'

export function requiredAfterOptional(x?: number, y: string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
