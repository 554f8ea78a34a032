import type { Mesh } from 'specimen-host/plugin'

type Options = { size: number }

export function typeObjectThroughAlias(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
