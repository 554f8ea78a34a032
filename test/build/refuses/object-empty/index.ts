import type { Mesh } from 'specimen-host/plugin'

export function objectEmpty(x: {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
