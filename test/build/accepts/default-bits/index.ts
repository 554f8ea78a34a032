import type { Integer, Mesh } from 'specimen-host/plugin'

export function defaultBits(x: Integer = 1 << 4, y: Integer = 6 & 3, z: Integer = (8 >> 1) | 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
