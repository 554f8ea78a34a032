import type { Mesh } from 'specimen-host/plugin'

type Same<T> = { [K in keyof T]: T[K] }

export function mappedOverAUnion(x: Same<{ a: 1 } | { b: 2 }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
