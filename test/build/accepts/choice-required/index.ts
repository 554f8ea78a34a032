import type { Mesh } from 'specimen-host/plugin'

export function choiceRequired(mode: 'b' | 'a'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
