import type { Mesh } from 'specimen-host/plugin'

export function optionalUndefined(x: number | undefined, y: undefined | 'a' | 'b'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
