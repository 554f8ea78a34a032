import type { Mesh } from 'specimen-host/plugin'

export function indexSignatureClash(x: { [name: `a${string}`]: number; ab: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
