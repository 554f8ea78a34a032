import type { Mesh } from 'specimen-host/plugin'

type Box<T, U = T[]> = { t: T; u: U }

export function genericDefaultOfAnother(x: Box<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
