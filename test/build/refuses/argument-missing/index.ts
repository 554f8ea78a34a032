import type { Mesh } from 'specimen-host/plugin'

export function argumentMissing(x: Pick<{ a: 1 }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
