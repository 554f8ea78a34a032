import type { Mesh } from 'specimen-host/plugin'

type Loose<T> = T extends string ? any : T

export function conditionalToAny(x: Loose<'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
