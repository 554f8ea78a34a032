import type { Mesh } from 'specimen-host/plugin'

export function typeBigint(x: bigint): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
