import type { Mesh } from 'specimen-host/plugin'

type Form<L extends readonly unknown[]> = L['length'] extends 2 ? 'pair' : 'list'

export function conditionalOfLength(x: [Form<[1, 2]>, Form<[1, 2, 3]>]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
