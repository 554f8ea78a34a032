import type { Mesh } from 'specimen-host/plugin'

type Text<T> = T extends { a: infer A extends string } ? A : false

export function conditionalConstrainedInfer(x: [Text<{ a: 'x' }>, Text<{ a: 1 }>]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
