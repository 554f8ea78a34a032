import type { Mesh } from 'specimen-host/plugin'

export function unresolvedName(x: Missing): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
