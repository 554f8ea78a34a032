import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function indexOverBrands(x: { [name: string]: Integer; a: Integer } & { link?: Range<0, 5> }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
