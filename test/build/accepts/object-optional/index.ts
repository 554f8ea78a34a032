import type { Mesh } from 'specimen-host/plugin'

export function objectOptional(x: { a?: number; b: string | undefined; c: boolean } = { b: 'b', c: true }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
