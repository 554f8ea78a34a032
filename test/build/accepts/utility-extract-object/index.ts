import type { Mesh } from 'specimen-host/plugin'

type Shape = { kind: 'ball'; r: number } | { kind: 'box'; w: number }

export function utilityExtractObject(x: Extract<Shape, { kind: 'ball' }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
