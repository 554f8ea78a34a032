import type { Mesh } from 'specimen-host/plugin'

/** @notSpecimen */
export function tagNotSpecimen(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
