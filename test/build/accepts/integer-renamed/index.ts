import type { Integer as Whole, Mesh } from 'specimen-host/plugin'

export function integerRenamed(count: Whole = 3): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
