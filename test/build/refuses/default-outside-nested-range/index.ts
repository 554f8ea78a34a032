import type { Mesh, Range } from 'specimen-host/plugin'

export function defaultOutsideNestedRange(x: Range<0, 1>[] = [0.5, 2]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
