import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function rangeInteger(n: Integer & Range<1, 8> = 4): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
