import type { Mesh } from 'specimen-host/plugin'

const A: number = B
const B: number = A

export function defaultCircle(x: number = A): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
