import type { Mesh, Range } from 'specimen-host/plugin'

export function stepBeyondRange(/** @multipleOf 5 */ x: Range<1, 4> | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
