import type { Mesh } from 'specimen-host/plugin'

export function uniqueOfFewChoices(/** @uniqueItems @minItems 4 */ x: ('a' | 'b')[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
