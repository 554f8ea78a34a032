import type { Mesh } from 'specimen-host/plugin'

const T = { /** @minimum 3 */ a: 4 }

export function tagsOfValues(
  t: typeof T,
  u = {
    /** @minimum 2 */
    a: 4,
  },
  v = { /** @minimum 1 */ a: 4 },
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
