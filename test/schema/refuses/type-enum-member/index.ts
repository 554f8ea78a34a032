import type { Mesh } from 'specimen-host/plugin'

enum Level {
  Low = 'low',
}

export function typeEnumMember(x: Level.Low): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
