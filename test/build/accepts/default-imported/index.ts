import type { Mesh } from 'specimen-host/plugin'
import * as all from './barrel.ts'
import def, { RADIUS as R } from './barrel.ts'

export function defaultImported(r: number = R, m: 'low' | 'high' = all.MODE, d: number = def): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
