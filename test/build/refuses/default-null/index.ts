import type { Mesh } from 'specimen-host/plugin'

export function defaultNull(x: number = null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
