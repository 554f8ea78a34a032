import type { Mesh } from 'specimen-host/plugin'

export function defaultNullInObject(x: { a: number | null } = { a: null }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
