import type { Mesh } from 'specimen-host/plugin'

export function typeIntersectionObject(x: number & { unit?: string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
