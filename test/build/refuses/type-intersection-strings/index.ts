import type { Integer, Mesh } from 'specimen-host/plugin'

export function typeIntersectionStrings(x: string & Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
