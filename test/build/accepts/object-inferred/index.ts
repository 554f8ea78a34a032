import type { Mesh } from 'specimen-host/plugin'

export function objectInferred(x = { a: 1, b: 'x', c: [true] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
