import type { Mesh } from 'specimen-host/plugin'

export function uniqueOfBooleans(/** @uniqueItems @minItems 3 */ x: boolean[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
