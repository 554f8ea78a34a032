import type { Mesh } from 'specimen-host/plugin'

export function defaultNotAChoice(x: 'a' | 'b' = 'c'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
