import type { Mesh } from 'specimen-host/plugin'

type Triple = [number, number, number]
type Repeat<N extends number, A extends unknown[] = []> = A['length'] extends N ? A : Repeat<N, [...A, number]>

export function tupleLength(x: Triple['length'], y: Repeat<2>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
