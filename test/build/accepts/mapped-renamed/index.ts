import type { Mesh } from 'specimen-host/plugin'

export function mappedRenamed(x: { [K in 'a' | 'b' as `get${Uppercase<K>}`]: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
