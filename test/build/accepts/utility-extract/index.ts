import type { Mesh } from 'specimen-host/plugin'

export function utilityExtract(x: Extract<'a' | 1 | 'b', string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
