import type { Mesh } from 'specimen-host/plugin'

export function mappedAny(x: { [K in 'a']: any }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
