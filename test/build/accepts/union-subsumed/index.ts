import type { Mesh } from 'specimen-host/plugin'

export function unionSubsumed(x: 'low' | string, y: 1 | number = 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
