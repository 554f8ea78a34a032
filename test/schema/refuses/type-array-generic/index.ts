import type { Mesh } from 'specimen-host/plugin'

export function typeArrayGeneric(x: Array<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
