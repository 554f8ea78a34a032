import type { Mesh } from 'specimen-host/plugin'

export function defaultConditional(x = true ? 1 : 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
