import type { Mesh } from 'specimen-host/plugin'

enum Mode {
  A = 'a',
  B = 'b',
}

export function enumElementDefault(x: Mode = Mode['B']): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
