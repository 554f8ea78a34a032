import type { Mesh } from 'specimen-host/plugin'

export function defaultInfinite(x = Infinity): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
