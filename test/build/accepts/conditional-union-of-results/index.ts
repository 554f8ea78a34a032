import type { Mesh } from 'specimen-host/plugin'

type Kind<T> = T extends number ? 'number' : T extends string ? 'text' : never

export function conditionalUnionOfResults(x: Kind<1 | 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
