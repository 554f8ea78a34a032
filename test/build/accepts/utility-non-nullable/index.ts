import type { Mesh } from 'specimen-host/plugin'

export function utilityNonNullable(x: NonNullable<number | null | undefined>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
