import type { Mesh } from 'specimen-host/plugin'

export function arrayOfObjects(x: { a: number }[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
