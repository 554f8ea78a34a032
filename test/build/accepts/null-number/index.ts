import type { Mesh } from 'specimen-host/plugin'

export function nullNumber(x: number | null = null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
