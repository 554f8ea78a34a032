import type { Mesh, Range } from 'specimen-host/plugin'

export function range(r: Range<0.5, 10> = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
