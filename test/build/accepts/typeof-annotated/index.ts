import type { Mesh } from 'specimen-host/plugin'

const first: 'b' | 'a' = 'b'

export function typeofAnnotated(x: typeof first): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
