import type { Mesh } from 'specimen-host/plugin'

export function tagDefaultThatHolds(
  /** @default 3 */ x = 3,
  /** @defaultValue `'low'` */ mode: 'low' | 'high' = 'low',
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
