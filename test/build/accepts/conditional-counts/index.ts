import type { Mesh } from 'specimen-host/plugin'

type Times<T, N extends number, L extends T[] = []> = L['length'] extends N ? L : Times<T, N, [...L, T]>

export function conditionalCounts(x: Times<number, 3>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
