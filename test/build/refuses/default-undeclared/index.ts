import type { Mesh } from 'specimen-host/plugin'

export function defaultUndeclared(x: number = SIZE): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
