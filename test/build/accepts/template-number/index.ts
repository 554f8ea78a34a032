import type { Mesh } from 'specimen-host/plugin'

export function templateNumber(x: `${number}px`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
