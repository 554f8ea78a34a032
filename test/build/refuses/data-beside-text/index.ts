import type { Mesh } from 'specimen-host/plugin'

export function dataBesideText(x: Mesh | string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
