import type { Mesh } from 'specimen-host/plugin'

interface Nest<T> {
  value: T
  next?: Nest<T[]>
}

export function genericEndless(x: Nest<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
