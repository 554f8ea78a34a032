import type { Mesh } from 'specimen-host/plugin'

type Wrap<T> = (T) extends string ? { text: T } : T

export function conditionalParenthesised(x: Wrap<'a' | 1>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
