import type { Mesh } from 'specimen-host/plugin'

type A = { b?: B }
type B = { a: A }

export function recursiveMutual(x: A = {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
