import type { Mesh } from 'specimen-host/plugin'

enum Mode {
  A = 'a',
  B = 'b',
  C = 'c',
}

export function enumExclude(x: Exclude<Mode, Mode.B>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
