import type { Mesh, Range } from 'specimen-host/plugin'

const TOP = 5
type Unit<Max extends number> = Range<0, Max>

export function rangeInObjectThroughGeneric(x: { v: Unit<typeof TOP> }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
