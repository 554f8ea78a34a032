import type { Mesh } from 'specimen-host/plugin'

export function utilityPickUnion(x: Pick<{ a: 1; b: 2 } | { a: 1; c: 3 }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
