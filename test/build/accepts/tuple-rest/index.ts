import type { Mesh } from 'specimen-host/plugin'

export function tupleRest(x: [string, ...number[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
