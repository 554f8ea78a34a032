import type { Mesh } from 'specimen-host/plugin'

export function defaultMethod(x: { a: number } = { a() {} }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
