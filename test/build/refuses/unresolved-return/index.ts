import type { Mesh } from './missing.ts'

export function unresolvedReturn(x: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
