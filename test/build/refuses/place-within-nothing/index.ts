import type { Mesh, Point } from 'specimen-host/plugin'

/** @param x - A point. @within scan */
export function placeWithinNothing(x: Point): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
