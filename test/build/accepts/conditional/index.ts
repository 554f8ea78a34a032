import type { Mesh } from 'specimen-host/plugin'

type Pick2<T> = T extends string ? string : number

export function conditional(x: Pick2<'a'>, y: Pick2<3>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
