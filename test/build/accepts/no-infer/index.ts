import type { Mesh } from 'specimen-host/plugin'

export function noInfer(x: NoInfer<{ link: 1 }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
