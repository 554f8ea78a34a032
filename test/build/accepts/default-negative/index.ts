import type { Mesh } from 'specimen-host/plugin'

export function defaultNegative(x: number = -2.5, y: number = +3, z: number = -0): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
