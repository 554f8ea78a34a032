import type { Mesh } from 'specimen-host/plugin'

export function tupleTakesLess(/** @minItems 1 */ x: [number, number, ...number[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
