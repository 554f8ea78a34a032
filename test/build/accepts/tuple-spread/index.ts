import type { Mesh } from 'specimen-host/plugin'

type Pair = [number, number]

export function tupleSpread(x: [...Pair, boolean]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
