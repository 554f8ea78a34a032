import type { Mesh } from 'specimen-host/plugin'

export function choiceOrder(first: 'c' | 'b' | 'a' = 'a', second: 'a' | 'b' | 'c' = 'a'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
