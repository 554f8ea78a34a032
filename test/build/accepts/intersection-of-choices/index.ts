import type { Mesh } from 'specimen-host/plugin'

export function intersectionOfChoices(x: (1 | 2 | 3) & (2 | 3 | 4)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
