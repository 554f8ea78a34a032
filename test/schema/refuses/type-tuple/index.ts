import type { Mesh } from 'specimen-host/plugin'

export function typeTuple(x: [x: number, y: number]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
