import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function objectIntersectionSame(x: { m: 'a' | 'b'; n?: Integer } & { m: 'b' | 'c'; n: Range<0, 9> }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
