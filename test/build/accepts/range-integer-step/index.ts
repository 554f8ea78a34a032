import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function rangeIntegerStep(n: Range<8, 64, 8> & Integer = 16): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
