import type { Mesh } from 'specimen-host/plugin'

export function nullFirst(x: null | string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
