import type { Mesh } from 'specimen-host/plugin'

export function literalBooleanAndText(x: boolean | 'auto' = 'auto'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
