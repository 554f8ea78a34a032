import type { Mesh } from 'specimen-host/plugin'

export function indexSignatureAndProperty(x: { size: number; [name: string]: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
