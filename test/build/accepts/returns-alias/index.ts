import type { Mesh as Surface } from 'specimen-host/plugin'

type Result = Surface

export function returnsAlias(): Result {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
