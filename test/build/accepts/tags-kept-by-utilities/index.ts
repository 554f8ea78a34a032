import type { Mesh } from 'specimen-host/plugin'

interface Options {
  /**
   * Width.
   * @minimum 1
   */
  size: number
}

export function tagsKeptByUtilities(x: Partial<Options>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
