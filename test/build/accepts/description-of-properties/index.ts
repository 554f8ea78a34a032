import type { Mesh } from 'specimen-host/plugin'

export function descriptionOfProperties(x: {
  /** The {@link width} of it. */
  a: number
  /** In
   * two lines.
   */
  b: string
}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
