import type { Mesh } from 'specimen-host/plugin'

export function mapped(x: { [K in 'a' | 'b']: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
