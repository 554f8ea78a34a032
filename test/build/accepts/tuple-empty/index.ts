import type { Mesh } from 'specimen-host/plugin'

export function tupleEmpty(x: []): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
