import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeTwoSteps(x: Range<0, 10, 2> & Range<0, 10, 5>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
