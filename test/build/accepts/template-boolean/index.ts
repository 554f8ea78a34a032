import type { Mesh } from 'specimen-host/plugin'

export function templateBoolean(x: `is-${boolean}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
