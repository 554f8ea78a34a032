import type { Mesh } from 'specimen-host/plugin'

export function tupleEmptied(/** @maxItems 1 */ x: [number, number, ...number[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
