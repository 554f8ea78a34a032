import type { Mesh } from 'specimen-host/plugin'

export function typeIndexed(x: { a: number }["a"]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
