import type { Mesh } from 'specimen-host/plugin'

interface Options {
  /** @defaultValue 3 */
  size?: number
}

/**
 * Text.
 * @param x - Some.
 * @default 3
 */
export function tagDefault(x: number, /** @default 4 */ y = 5, options: Options = {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
