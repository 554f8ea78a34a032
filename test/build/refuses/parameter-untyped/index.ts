import type { Mesh } from 'specimen-host/plugin'

export function parameterUntyped(x): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
