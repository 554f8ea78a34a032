import type { Mesh, Range } from 'specimen-host/plugin'
import { LIMIT } from './limit.ts'

const FLOOR = -2

export function rangeTypeofBounds(a: Range<typeof FLOOR, typeof LIMIT> = FLOOR): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
