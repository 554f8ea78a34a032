import type { Mesh } from 'specimen-host/plugin'

export function typeRecord(x: Record<string, number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
