import type { Mesh, Direction } from 'specimen-host/plugin'

export function placeWithoutLength(x: Direction = [0, 0, 0]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
