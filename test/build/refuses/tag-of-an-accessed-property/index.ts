import type { Mesh } from 'specimen-host/plugin'

interface Options {
  /** @minimum 0 */
  size: number
}

export function tagOfAnAccessedProperty(x: Options['size'], /** @minimum 0 */ y: Options['size']): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
