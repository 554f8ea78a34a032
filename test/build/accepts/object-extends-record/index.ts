import type { Mesh } from 'specimen-host/plugin'

interface Sizes extends Record<'a' | 'b', number> {
  c?: string
}

export function objectExtendsRecord(x: Sizes): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
