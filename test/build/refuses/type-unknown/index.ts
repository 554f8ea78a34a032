import type { Mesh } from 'specimen-host/plugin'

export function typeUnknown(x: unknown): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
