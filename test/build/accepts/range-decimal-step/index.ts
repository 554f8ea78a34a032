import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeDecimalStep(t: Range<0, 1, 0.1> = 0.3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
