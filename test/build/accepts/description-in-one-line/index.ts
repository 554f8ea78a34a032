import type { Mesh } from 'specimen-host/plugin'

export function descriptionInOneLine(x: { /** One. @minimum 3 */ a: number; /** Two. */ b: string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
