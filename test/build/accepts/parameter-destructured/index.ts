import type { Mesh } from 'specimen-host/plugin'

export function parameterDestructured({ a, b }: { a: number; b: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
