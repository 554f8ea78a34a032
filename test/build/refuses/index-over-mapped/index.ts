import type { Integer, Mesh, Range } from 'specimen-host/plugin'

interface Bag extends Record<string, number | string> {
  a: string
}
type Flat<A, B> = { [K in keyof (A & B)]: (A & B)[K] }

export function indexOverMapped(x: Flat<{ readonly b?: boolean }, Bag>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
