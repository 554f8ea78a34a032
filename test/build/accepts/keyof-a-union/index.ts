import type { Mesh } from 'specimen-host/plugin'

export function keyofAUnion(x: keyof ({ a: 1; b: 1 } | { a: 2 })): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
