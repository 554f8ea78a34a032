import type { Mesh } from 'specimen-host/plugin'

/** @param x - The surface. @default {"file": "a"} */
export function dataDefaultOfAnotherForm(x: Mesh): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
