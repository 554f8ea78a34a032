import type { Mesh } from 'specimen-host/plugin'

export function tupleOfNoLength(/** @minItems 4 @maxItems 3 */ x: [number, number, ...number[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
