import type { Mesh } from 'specimen-host/plugin'

export function defaultExtraProperty(x: { a: number } = { a: 1, b: 2 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
