import type { Mesh, Range } from 'specimen-host/plugin'

const LIMITS = { max: 4 } as const

export function rangeConstantMember(x: Range<0, (typeof LIMITS)['max']>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
