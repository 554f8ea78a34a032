import type { Integer, Mesh } from 'specimen-host/plugin'

export function integerRequired(count: Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
