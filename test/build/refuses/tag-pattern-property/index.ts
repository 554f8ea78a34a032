import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @pattern ^\p{Umlaut}+$
 */
export function tagPatternProperty(x = ''): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
