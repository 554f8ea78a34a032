import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeApart(x: Range<0, 1> & Range<2, 3>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
