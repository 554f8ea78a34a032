import type { Mesh } from 'specimen-host/plugin'

interface Prices {
  a: number
  b: string
}

export function indexedAccessAll(x: Prices[keyof Prices]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
