import type { Mesh, Range } from 'specimen-host/plugin'

export function arrayNested(x: Range<0, 1>[][] = [[0.5], []]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
