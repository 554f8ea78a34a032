import type { Mesh } from 'specimen-host/plugin'

export function defaultMisfitInside(x: { list: number[] } = { list: [1, 'a'] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
