import type { Mesh } from 'specimen-host/plugin'

export function typeNullAlone(x: null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
