import type { Mesh } from 'specimen-host/plugin'

export function defaultCall(x: number = Math.sqrt(2)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
