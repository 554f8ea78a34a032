import type { Mesh } from 'specimen-host/plugin'

export function requiredTupleInAnObject(x: { a: [b?: number, c: string] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
