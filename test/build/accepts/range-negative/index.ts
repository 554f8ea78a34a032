import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeNegative(t: Range<-1, -0.5> = -0.75): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
