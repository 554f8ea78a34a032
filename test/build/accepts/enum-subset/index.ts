import type { Mesh } from 'specimen-host/plugin'

enum Mode {
  A = 'a',
  B = 'b',
  C = 'c',
}

export function enumSubset(x: Mode.C | Mode.A): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
