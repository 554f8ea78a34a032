import type { Mesh } from 'specimen-host/plugin'

enum Mode {
  Low = 'low',
  High = 'high',
}

export function enumMember(x: Mode.Low): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
