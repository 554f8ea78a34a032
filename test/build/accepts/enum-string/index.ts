import type { Mesh } from 'specimen-host/plugin'

enum Mode {
  Low = 'low',
  High = 'high',
}

export function enumString(x: Mode = Mode.High): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
