import type { Mesh } from 'specimen-host/plugin'

import type { Settings } from './barrel.ts'

export function objectImported(x: Settings): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
