import type { Mesh } from 'specimen-host/plugin'

class Grid {}

export function typeClass(x: Grid): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
