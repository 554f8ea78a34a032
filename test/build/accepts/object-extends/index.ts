import type { Mesh } from 'specimen-host/plugin'

interface Base {
  a: number
  b: number
}

interface Tall extends Base {
  c: string
}

export function objectExtends(x: Tall): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
