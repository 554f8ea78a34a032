import type { Mesh } from 'specimen-host/plugin'

export function intersectionBrand(x: string & { readonly brand: 'id' }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
