import type { Mesh } from 'specimen-host/plugin'

export function tupleTakesNone(/** @minItems 0 */ x: [number, ...number[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
