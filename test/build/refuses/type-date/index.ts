import type { Mesh } from 'specimen-host/plugin'

export function typeDate(x: Date): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
