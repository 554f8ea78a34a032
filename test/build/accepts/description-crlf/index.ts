import type { Mesh } from 'specimen-host/plugin'

/**
 * Two
 * lines.
 *
 * Next.
 * @param a - of
 *   a
 */
export function descriptionCrlf(a = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
