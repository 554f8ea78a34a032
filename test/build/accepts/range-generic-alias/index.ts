import type { Integer, Mesh, Range } from 'specimen-host/plugin'

type UpTo<Max extends number> = Range<0, Max>
type Whole<T extends number = Range<0, 5>> = T & Integer

export function rangeGenericAlias(a: UpTo<3> = 1, b: Whole<UpTo<9>> = 2, c: Whole = 0): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
