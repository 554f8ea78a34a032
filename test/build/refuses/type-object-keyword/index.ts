import type { Mesh } from 'specimen-host/plugin'

export function typeObjectKeyword(x: object): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
