import type { Mesh } from 'specimen-host/plugin'

export function constraintBroken(x: Pick<{ b: 1 }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
