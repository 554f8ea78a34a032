import type { Mesh } from 'specimen-host/plugin'

export function defaultOtherParameter(a = 1, b = a): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
