import type { Mesh } from 'specimen-host/plugin'

export function mappedOrUndefined(x: { [K in 'a' | 'b']: K extends 'a' ? number | undefined : string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
