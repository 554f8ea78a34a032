import type { Mesh } from 'specimen-host/plugin'

export function unresolvedMisspelt(x: Intger): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
