import type { Mesh } from 'specimen-host/plugin'

const enum Level {
  A = 1,
  B = A + 1,
}

export function enumConst(x: Level = Level.B): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
