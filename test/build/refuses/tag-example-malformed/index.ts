import type { Mesh } from 'specimen-host/plugin'

export function tagExampleMalformed(/** @example {a */ x: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
