import type { Mesh } from 'specimen-host/plugin'

const LEVELS = { high: 3, low: 1 } as const

export function typeofAsConst(x: (typeof LEVELS)[keyof typeof LEVELS]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
