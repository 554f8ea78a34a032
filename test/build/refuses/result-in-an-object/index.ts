import type { Mesh } from 'specimen-host/plugin'

export function resultInAnObject(x: { mesh: Mesh }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
