import type { Mesh } from 'specimen-host/plugin'

export function numberInferred(x = 2, on = true, name = "a"): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
