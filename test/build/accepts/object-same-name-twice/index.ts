import type { Mesh } from 'specimen-host/plugin'

import type * as A from './a.ts'
import type * as B from './b.ts'

export function objectSameNameTwice(a: A.Size, b: B.Size): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
