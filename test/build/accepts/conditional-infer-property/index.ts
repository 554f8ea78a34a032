import type { Mesh } from 'specimen-host/plugin'

type Id<T> = T extends { id: infer I } ? I : never

export function conditionalInferProperty(x: Id<{ id: 'p' | 'q' }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
