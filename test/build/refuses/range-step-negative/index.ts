import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeStepNegative(x: Range<0, 10, -1>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
