import type { Mesh, Range } from 'specimen-host/plugin'

export function intersectionChoicesInRange(x: (1 | 5 | 20) & Range<0, 10>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
