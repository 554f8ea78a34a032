import type { Mesh } from 'specimen-host/plugin'

export function typeVoid(x: void): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
