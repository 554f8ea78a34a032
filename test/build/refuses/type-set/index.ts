import type { Mesh } from 'specimen-host/plugin'

export function typeSet(x: Set<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
