import type { Mesh } from 'specimen-host/plugin'

export function utilityRequiredTuple(x: Required<[size: number, name?: string]>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
