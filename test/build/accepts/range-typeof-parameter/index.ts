import type { Integer, Mesh, Range } from 'specimen-host/plugin'

const START: Integer & Range<1, 3> = 1

export function rangeTypeofParameter(x: typeof START = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
