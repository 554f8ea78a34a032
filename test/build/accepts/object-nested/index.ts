import type { Integer, Mesh } from 'specimen-host/plugin'

export function objectNested(x: { size: { min: Integer; max: Integer }; on: boolean }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
