import type { Mesh } from 'specimen-host/plugin'

export function utilityNoInfer(x: NoInfer<'a' | 'b'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
