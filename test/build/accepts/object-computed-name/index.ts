import type { Mesh } from 'specimen-host/plugin'

const KEY = 'size'

export function objectComputedName(x: { [KEY]: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
