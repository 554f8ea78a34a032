import type { Mesh } from 'specimen-host/plugin'

export function tagsDeprecatedAndExample(
  /**
   * Old.
   * @deprecated use y
   * @example 3
   * @example 4.5
   */
  x: number = 1,
  /** @example some words */ y: string = 'a',
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
