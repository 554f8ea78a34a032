import type { Mesh } from 'specimen-host/plugin'

export function defaultMissingProperty(x: { a: number; b: number } = { a: 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
