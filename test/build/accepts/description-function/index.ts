import type { Mesh } from 'specimen-host/plugin'

/**
 * A ball,
 * wrapped by hand. See {@link https://example.org/x | the paper} and {@link Mesh}.
 *
 * - first
 * - second
 */
export function descriptionFunction(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
