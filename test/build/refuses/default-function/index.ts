import type { Mesh } from 'specimen-host/plugin'

export function defaultFunction(x: number = () => 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
