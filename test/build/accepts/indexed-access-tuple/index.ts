import type { Mesh } from 'specimen-host/plugin'

type Pair = [number, string]

export function indexedAccessTuple(x: Pair[1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
