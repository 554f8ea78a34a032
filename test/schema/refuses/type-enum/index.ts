import type { Mesh } from 'specimen-host/plugin'

enum Level {
  Low,
}

export function typeEnum(x: Level): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
