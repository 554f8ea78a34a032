import type { Mesh, Box } from 'specimen-host/plugin'

export function placeBoxChanged(x: Box = { min: [0, 2, 0], max: [1, 1, 1] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
