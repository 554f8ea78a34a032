import type { Mesh } from 'specimen-host/plugin'

type Part = Pick<{ a: 1 }, 'b'>

export function constraintBrokenInAnAlias(x: Part): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
