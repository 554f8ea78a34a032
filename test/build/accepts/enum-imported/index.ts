import type { Mesh } from 'specimen-host/plugin'

import { Axis } from './axis.ts'

export function enumImported(x: Axis = Axis.Y): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
