import type { Mesh } from 'specimen-host/plugin'

export function typePromise(x: Promise<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
