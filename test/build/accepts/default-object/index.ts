import type { Mesh } from 'specimen-host/plugin'

export function defaultObject(x: { a: number; b?: string } = { a: 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
