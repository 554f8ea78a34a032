import type { Mesh, Range } from 'specimen-host/plugin'

export function nullRange(x: Range<0, 1> | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
