import type { Mesh } from 'specimen-host/plugin'

export function choiceInline(mode: 'zeta' | 'alpha' | 'mid' = 'alpha'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
