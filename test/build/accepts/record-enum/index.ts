import type { Mesh } from 'specimen-host/plugin'

enum Axis {
  X = 'X',
  Y = 'Y',
}

export function recordEnum(x: Record<Axis, number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
