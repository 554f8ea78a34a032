import type { Mesh } from 'specimen-host/plugin'

export function positionAfterWideCharacters(x: number = 1, /* “ä” 😀 */ y: any): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
