import type { Mesh } from 'specimen-host/plugin'

export function typeExclude(x: Exclude<'a' | 'b', 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
