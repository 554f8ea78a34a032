import type { Integer, Mesh } from 'specimen-host/plugin'

export function integerBetweenBounds(/** @minimum 0.2 @maximum 0.8 */ x: Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
