import type { Mesh } from 'specimen-host/plugin'

export function utilityOmitIndexSignature(x: Omit<{ [name: string]: number; a: number }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
