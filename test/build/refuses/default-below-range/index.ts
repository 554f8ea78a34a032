import type { Mesh, Range } from 'specimen-host/plugin'

export function defaultBelowRange(x: Range<1, 5> = 0): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
