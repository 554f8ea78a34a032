import type { Mesh } from 'specimen-host/plugin'

export function choiceSingle(kind: 'only' = 'only'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
