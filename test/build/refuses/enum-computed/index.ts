import type { Mesh } from 'specimen-host/plugin'

enum Size {
  A = 'abc'.length,
}

export function enumComputed(x: Size): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
