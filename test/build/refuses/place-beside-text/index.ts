import type { Mesh, Color } from 'specimen-host/plugin'

export function placeBesideText(x: Color | 'none' = 'none'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
