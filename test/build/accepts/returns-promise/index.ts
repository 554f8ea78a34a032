import type { Mesh } from 'specimen-host/plugin'

export async function returnsPromise(x: number): Promise<Mesh> {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
