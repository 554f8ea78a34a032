import type { Mesh } from 'specimen-host/plugin'

export function objectNeverProperty(x: { a: number; b?: never } | { b: string; a?: never }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
