import type { Mesh } from 'specimen-host/plugin'

export function defaultTooFewItems(/** @minItems 2 */ x: number[] = [1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
