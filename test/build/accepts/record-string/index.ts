import type { Mesh } from 'specimen-host/plugin'

export function recordString(x: Record<string, number> = {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
