import type { Mesh } from 'specimen-host/plugin'

export function tagsInsideAUnion(x: { kind: 'a'; /** @minimum 1 */ n: number } | { kind: 'b' }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
