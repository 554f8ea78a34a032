import type { Mesh, Direction, Point } from 'specimen-host/plugin'

export function placeBesideAnother(x: Point | Direction): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
