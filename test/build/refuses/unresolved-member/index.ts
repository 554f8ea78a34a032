import type { Mesh, Vertex } from 'specimen-host/plugin'

export function unresolvedMember(x: Vertex): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
