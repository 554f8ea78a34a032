import type { Mesh } from 'specimen-host/plugin'

type Field<T, K extends keyof T> = T[K]

export function genericKeyConstraint(x: Field<{ a: 1 | 2; b: string }, 'a'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
