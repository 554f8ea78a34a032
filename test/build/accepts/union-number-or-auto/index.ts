import type { Mesh, Range } from 'specimen-host/plugin'

export function unionNumberOrAuto(x: Range<0, 9> | 'auto' = 'auto'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
