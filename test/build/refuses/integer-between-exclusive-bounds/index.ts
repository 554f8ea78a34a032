import type { Integer, Mesh } from 'specimen-host/plugin'

export function integerBetweenExclusiveBounds(/** @exclusiveMinimum 1 @exclusiveMaximum 2 */ x: Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
