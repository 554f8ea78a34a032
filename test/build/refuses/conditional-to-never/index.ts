import type { Mesh } from 'specimen-host/plugin'

export function conditionalToNever(x: Extract<'a', 'b'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
