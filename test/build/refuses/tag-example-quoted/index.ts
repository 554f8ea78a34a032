import type { Mesh } from 'specimen-host/plugin'

export function tagExampleQuoted(/** @example 'a' */ x: string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
