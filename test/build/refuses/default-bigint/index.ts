import type { Mesh } from 'specimen-host/plugin'

export function defaultBigint(x: number = 10n): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
