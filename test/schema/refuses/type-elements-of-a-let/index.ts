import type { Mesh } from 'specimen-host/plugin'

const modes = ['a', 'b']

export function typeElementsOfALet(x: (typeof modes)[number]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
