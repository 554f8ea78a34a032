import type { Mesh } from 'specimen-host/plugin'

export function intersectionNullObject(x: (null & { a: 1 })[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
