import type { Mesh } from 'specimen-host/plugin'

type Item<T> = T extends Set<infer E> ? E : T

export function conditionalExtendsSet(x: [Item<Set<number>>, Item<string>]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
