import type { Mesh } from 'specimen-host/plugin'

export function nullObject(x: { a: number } | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
