import type { Mesh } from 'specimen-host/plugin'

type Flags<T> = { [K in keyof T]: boolean }

export function mappedTuple(x: Flags<[number, string]>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
