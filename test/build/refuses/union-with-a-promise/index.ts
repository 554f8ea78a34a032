import type { Mesh } from 'specimen-host/plugin'

export function unionWithAPromise(x: number | Promise<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
