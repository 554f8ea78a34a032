import type { Mesh } from 'specimen-host/plugin'

import { LIMITS } from './barrel.ts'

export function defaultMemberImported(x: number = LIMITS.max): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
