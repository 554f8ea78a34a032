import type { Mesh } from 'specimen-host/plugin'

type Two<T> = { left: Two<[T]>; right: Two<T[]> }

export function genericEndlessTwice(x: Two<1>, y: number[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
