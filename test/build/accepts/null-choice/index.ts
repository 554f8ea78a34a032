import type { Mesh } from 'specimen-host/plugin'

export function nullChoice(x: 'a' | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
