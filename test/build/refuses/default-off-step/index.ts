import type { Mesh, Range } from 'specimen-host/plugin'

export function defaultOffStep(x: Range<0, 5, 0.5> = 0.75): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
