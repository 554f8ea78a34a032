import type { Mesh } from 'specimen-host/plugin'

export function tagsAndNull(/** @minimum 0 */ x: number | null = null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
