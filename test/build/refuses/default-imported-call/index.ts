import type { Mesh } from 'specimen-host/plugin'
import { SIZE } from './size.ts'

export function defaultImportedCall(x: number = SIZE): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
