import type { Mesh } from 'specimen-host/plugin'

export function defaultUndefinedInside(x: { a?: number } = { a: undefined }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
