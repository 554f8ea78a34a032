import type { Mesh } from 'specimen-host/plugin'

/**
 * @displayName Ball
 */
/** A ball. */
export function tagInAnEarlierComment(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
