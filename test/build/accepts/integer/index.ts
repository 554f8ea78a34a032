import type { Integer, Mesh } from 'specimen-host/plugin'

export function integer(count: Integer = 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
