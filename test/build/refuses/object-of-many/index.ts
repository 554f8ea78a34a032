import type { Mesh } from 'specimen-host/plugin'

export function objectOfMany(x: { a: Date; b: { c: bigint; d: Missing } }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
