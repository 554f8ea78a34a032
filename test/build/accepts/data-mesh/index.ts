import type { Mesh, Mesh as Surface } from 'specimen-host/plugin'

export function dataMesh(x: Mesh, y?: Surface): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
