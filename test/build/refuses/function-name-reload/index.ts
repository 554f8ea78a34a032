import type { Mesh } from 'specimen-host/plugin'

export function reload(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
