import type { Mesh } from 'specimen-host/plugin'

export function typeofMissing(x: typeof nothing): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
