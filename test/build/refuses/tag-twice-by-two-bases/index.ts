import type { Mesh } from 'specimen-host/plugin'

interface Near {
  /** @minimum 0 */
  size: number
}
interface Far {
  /** @minimum 2 */
  size: number
}
interface Both extends Near, Far {}

export function tagTwiceByTwoBases(x: Both): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
