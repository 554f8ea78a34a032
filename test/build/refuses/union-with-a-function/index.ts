import type { Mesh } from 'specimen-host/plugin'

export function unionWithAFunction(x: number | (() => void)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
