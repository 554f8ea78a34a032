import type { Mesh } from 'specimen-host/plugin'

export function objectOrder(x: { z: number; a: number; m: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
