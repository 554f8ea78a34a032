import type { Mesh } from 'specimen-host/plugin'

export function requiredAfterDefault(a = 1, b: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
