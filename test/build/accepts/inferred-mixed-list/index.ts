import type { Mesh } from 'specimen-host/plugin'

export function inferredMixedList(x = [1, 'a', true]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
