import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeStep(t: Range<0, 1, 0.25> = 0.5): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
