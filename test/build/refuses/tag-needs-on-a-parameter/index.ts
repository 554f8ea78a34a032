import type { Mesh } from 'specimen-host/plugin'

/** Text. */
export function tagNeedsOnAParameter(/** @needs net */ x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
