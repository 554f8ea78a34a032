import type { Mesh } from 'specimen-host/plugin'

export function typeArrayLike(x: ArrayLike<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
