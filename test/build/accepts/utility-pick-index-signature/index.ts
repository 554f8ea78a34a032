import type { Mesh } from 'specimen-host/plugin'

export function utilityPickIndexSignature(x: Pick<{ [name: string]: number; a: number }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
