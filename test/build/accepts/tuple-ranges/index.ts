import type { Mesh, Range } from 'specimen-host/plugin'

export function tupleRanges(x: [Range<0, 1>, Range<0, 1>, Range<0, 1>] = [1, 0.5, 0]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
