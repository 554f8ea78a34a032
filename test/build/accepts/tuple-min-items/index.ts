import type { Mesh } from 'specimen-host/plugin'

interface Base {
  /** @minItems 0 */
  path: number[]
}

/** An heir's tuple says more than the tag that it inherits. */
interface Heir extends Base {
  path: [number, ...number[]]
}

export function tupleMinItems(
  /** @minItems 3 @maxItems 3 */ x: [number, number, ...number[]],
  /** @maxItems 1 */ y: [number, number?, ...number[]],
  z: Heir,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
