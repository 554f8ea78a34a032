import type { Mesh } from 'specimen-host/plugin'

export function utilityOmitUnion(x: Omit<{ kind: 'a'; a: number } | { kind: 'a'; b: string }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
