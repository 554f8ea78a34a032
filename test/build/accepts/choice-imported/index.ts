import type { Mesh } from 'specimen-host/plugin'
import type { Mode as M } from './barrel.ts'

export function choiceImported(mode: M = 'y'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
