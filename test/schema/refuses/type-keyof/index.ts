import type { Mesh } from 'specimen-host/plugin'

export function typeKeyof(x: keyof { a: 1; b: 2 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
