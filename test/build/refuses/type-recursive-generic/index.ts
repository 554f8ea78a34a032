import type { Mesh } from 'specimen-host/plugin'

type Loop<T> = Loop<T | 'a'>

export function typeRecursiveGeneric(x: Loop<'b'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
