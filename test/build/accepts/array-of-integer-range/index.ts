import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function arrayOfIntegerRange(x: (Integer & Range<1, 8>)[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
