import type { Mesh } from 'specimen-host/plugin'

export function tupleOptionalNamed(x: [from: number, to?: number]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
