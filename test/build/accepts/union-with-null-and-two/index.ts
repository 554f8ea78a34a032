import type { Mesh } from 'specimen-host/plugin'

export function unionWithNullAndTwo(x: number | string | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
