import type { Mesh } from 'specimen-host/plugin'

export function defaultNegativeZero(x: number = -0, y: number = 0 * -1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
