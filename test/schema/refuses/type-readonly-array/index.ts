import type { Mesh } from 'specimen-host/plugin'

export function typeReadonlyArray(x: ReadonlyArray<string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
