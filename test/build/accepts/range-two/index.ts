import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeTwo(a: Range<0, 10> & Range<5, 20> = 7): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
