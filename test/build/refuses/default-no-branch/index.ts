import type { Mesh } from 'specimen-host/plugin'

export function defaultNoBranch(x: number | boolean = 'a'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
