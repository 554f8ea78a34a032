import type { Mesh } from 'specimen-host/plugin'

export function indexSignatureCompileError(x: { [name: string]: 'x'; a: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
