import type { Mesh } from 'specimen-host/plugin'

export function literalBothBooleans(x: true | false = false): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
