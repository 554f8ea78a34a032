import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function rangeEmpty(x: Integer & Range<0.2, 0.8>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
