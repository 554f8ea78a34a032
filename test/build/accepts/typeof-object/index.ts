import type { Mesh } from 'specimen-host/plugin'

const defaults = { size: 1, name: 'a' }

export function typeofObject(x: typeof defaults = defaults): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
