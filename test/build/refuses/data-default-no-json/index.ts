import type { Mesh } from 'specimen-host/plugin'

/** @param x - The surface. @default head */
export function dataDefaultNoJson(x: Mesh): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
