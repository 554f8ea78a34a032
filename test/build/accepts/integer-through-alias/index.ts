import type { Integer, Mesh } from 'specimen-host/plugin'

type Count = Integer
type Steps = Count

export function integerThroughAlias(count: Steps = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
