import type { Mesh, Direction } from 'specimen-host/plugin'

/** @param x - A direction. @unit mm */
export function placeUnitOfDirection(x: Direction): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
