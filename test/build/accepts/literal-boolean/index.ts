import type { Mesh } from 'specimen-host/plugin'

export function literalBoolean(x: true): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
