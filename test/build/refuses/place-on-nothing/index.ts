import type { Mesh, Point } from 'specimen-host/plugin'

/** @param x - A point. @on mesh */
export function placeOnNothing(x: Point): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
