import type { Integer, Mesh } from 'specimen-host/plugin'

enum Level {
  Low = 1,
  High = Low + 4,
}

export function defaultEnumMember(level: Integer = Level.High): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
