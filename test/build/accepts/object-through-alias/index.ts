import type { Mesh } from 'specimen-host/plugin'

type Inner = { size?: number }
type Options = Inner

export function objectThroughAlias(x: Options = {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
