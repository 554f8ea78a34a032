import type { Mesh } from 'specimen-host/plugin'

declare const mark: unique symbol

export function objectBrand(x: { a: number } & { readonly [mark]: 'length' }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
