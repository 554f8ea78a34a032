import type { Mesh } from 'specimen-host/plugin'

type Element<T> = T extends readonly (infer E)[] ? E : T

export function conditionalInferElement(x: Element<('p' | 'q')[]>, y: Element<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
