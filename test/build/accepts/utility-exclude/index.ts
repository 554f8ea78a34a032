import type { Mesh } from 'specimen-host/plugin'

export function utilityExclude(x: Exclude<'a' | 'b' | 'c', 'b'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
