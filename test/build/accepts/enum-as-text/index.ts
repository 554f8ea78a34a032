import type { Mesh } from 'specimen-host/plugin'

enum Axis {
  X = 'x',
  Y = 'y',
}

export function enumAsText(x: `${Axis}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
