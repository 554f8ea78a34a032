import type { Mesh } from 'specimen-host/plugin'
import type { Mode } from './missing.ts'

export function unresolvedModule(x: Mode): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
