import type { Mesh } from 'specimen-host/plugin'

export function numberDefault(x: number = 2.5): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
