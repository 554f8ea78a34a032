import type { Mesh } from 'specimen-host/plugin'

const LIMITS = { size: { max: 9 } } as const
const NAMES = ['a', 'b'] as const

export function defaultMember(x: number = LIMITS.size.max, y: string = NAMES[1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
