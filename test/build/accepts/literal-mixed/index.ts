import type { Mesh } from 'specimen-host/plugin'

export function literalMixed(x: 'auto' | 1 | false | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
