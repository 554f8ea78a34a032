import type { Mesh } from 'specimen-host/plugin'

export function tupleOfUnknown(x: [number, unknown]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
