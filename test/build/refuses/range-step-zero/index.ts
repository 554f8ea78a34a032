import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeStepZero(x: Range<0, 10, 0>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
