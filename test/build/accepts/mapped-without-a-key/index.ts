import type { Mesh } from 'specimen-host/plugin'

type Without<T, N> = { [K in keyof T as Exclude<K, N>]: T[K] }

export function mappedWithoutAKey(x: Without<{ a: number; b?: string }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
