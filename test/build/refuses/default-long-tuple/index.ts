import type { Mesh } from 'specimen-host/plugin'

export function defaultLongTuple(x: [number] = [1, 2]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
