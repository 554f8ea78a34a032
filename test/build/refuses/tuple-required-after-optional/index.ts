import type { Mesh } from 'specimen-host/plugin'

export function tupleRequiredAfterOptional(x: [a?: number, b: string]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
