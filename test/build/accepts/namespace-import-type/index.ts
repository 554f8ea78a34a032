import type { Mesh } from 'specimen-host/plugin'

import type * as Kinds from './kinds.ts'

export function namespaceImportType(x: Kinds.Kind): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
