import type { Integer, Mesh } from 'specimen-host/plugin'

export function intersectionChoicesWhole(x: Integer & (1 | 1.5)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
