import type { Mesh } from 'specimen-host/plugin'

export function noParameters(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
