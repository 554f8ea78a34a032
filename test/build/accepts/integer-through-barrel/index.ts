import type { Mesh } from 'specimen-host/plugin'
import type { Count } from './barrel.ts'

export function integerThroughBarrel(count: Count = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
