import type { Mesh } from 'specimen-host/plugin'

export function templateOrChoice(x: `#${string}` | 'none' = 'none'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
