import type { Mesh } from 'specimen-host/plugin'
import { LIMIT, Names, NAMES, SIZES, exact } from './limits.js'

export function defaultByType(
  a: number = LIMIT,
  b: number = exact.D,
  c = Names.least,
  d: { small: number; big: number } = SIZES,
  e: readonly string[] = NAMES,
  f: number = SIZES.small,
  g = exact.on,
  h: string = NAMES[1],
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
