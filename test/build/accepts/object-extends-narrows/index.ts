import type { Mesh } from 'specimen-host/plugin'

interface Wide {
  mode: string
  n: number
}

interface Narrow extends Wide {
  mode: 'a'
}

export function objectExtendsNarrows(x: Narrow): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
