import type { Mesh, Integer } from 'specimen-host/plugin'

/** @param x - A number. @on surface */
export function placeTagOnNumber(x: Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
