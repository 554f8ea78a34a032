import type { Mesh } from 'specimen-host/plugin'

enum Axis {
  X,
  Y,
}

export function enumInObject(x: { axis: Axis }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
