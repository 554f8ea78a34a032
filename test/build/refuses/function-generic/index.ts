import type { Mesh } from 'specimen-host/plugin'

export function functionGeneric<T>(x: T): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
