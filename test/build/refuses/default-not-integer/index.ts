import type { Integer, Mesh } from 'specimen-host/plugin'

export function defaultNotInteger(x: Integer = 1.5): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
