import type { Mesh } from 'specimen-host/plugin'

export function typeIterable(x: Iterable<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
