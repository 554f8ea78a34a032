import type { Mesh } from 'specimen-host/plugin'

export function objectNeverRecord(x: Record<string, never>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
