import type { Mesh } from 'specimen-host/plugin'

export function typeThis(x: { a: this }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
