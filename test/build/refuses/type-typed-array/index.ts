import type { Mesh } from 'specimen-host/plugin'

export function typeTypedArray(x: Float32Array): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
