import type { Mesh } from 'specimen-host/plugin'

const SIZE = 3

export function typeofConstant(x: typeof SIZE = 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
