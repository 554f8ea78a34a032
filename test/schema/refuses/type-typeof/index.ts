import type { Mesh } from 'specimen-host/plugin'

const SIZE = 3

export function typeTypeof(x: typeof SIZE): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
