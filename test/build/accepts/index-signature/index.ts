import type { Mesh } from 'specimen-host/plugin'

export function indexSignature(x: { [name: string]: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
