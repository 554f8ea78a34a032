import type { Mesh } from 'specimen-host/plugin'

export function typeNever(x: never): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
