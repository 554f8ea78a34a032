import type { Mesh } from 'specimen-host/plugin'

export function tagExampleNull(/** @example null */ x: number | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
