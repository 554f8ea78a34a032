import type { Mesh } from 'specimen-host/plugin'

export function object(x: { width: number; name: string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
