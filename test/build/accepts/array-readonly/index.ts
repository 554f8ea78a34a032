import type { Mesh } from 'specimen-host/plugin'

export function arrayReadonly(x: readonly string[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
