import type { Mesh } from 'specimen-host/plugin'

let size = 3
size++

export function defaultLet(x: number = size): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
