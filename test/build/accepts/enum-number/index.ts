import type { Mesh } from 'specimen-host/plugin'

enum Level {
  None,
  One,
  Five = 5,
  Six,
}

export function enumNumber(x: Level): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
