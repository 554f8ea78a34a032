import type { Mesh } from 'specimen-host/plugin'

export function tagInAnAnnotatedDefault(v: { a: number } = { /** @minimum 3 */ a: 4 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
