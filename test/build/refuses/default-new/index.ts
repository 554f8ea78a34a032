import type { Mesh } from 'specimen-host/plugin'

export function defaultNew(x: number = new Number(1)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
