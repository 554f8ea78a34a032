import type { Mesh } from 'specimen-host/plugin'

type Item<T> = T extends (infer E)[] ? E : 'no list'

export function conditionalReadonlyList(x: Item<readonly number[]>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
