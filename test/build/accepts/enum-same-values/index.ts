import type { Mesh } from 'specimen-host/plugin'

enum Level {
  A = 1,
  B = 1,
  C = 2,
}

export function enumSameValues(x: Level): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
