import type { Mesh } from 'specimen-host/plugin'

class Grid {
  size = 1
}

interface Sub extends Grid {
  name: string
}

export function objectExtendsClass(x: Sub): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
