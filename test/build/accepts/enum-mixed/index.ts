import type { Mesh } from 'specimen-host/plugin'

enum Mixed {
  A = 'a',
  B = 1,
}

export function enumMixed(x: Mixed): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
