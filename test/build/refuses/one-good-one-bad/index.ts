import type { Mesh } from 'specimen-host/plugin'

export function good(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export function bad(x: Date): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
