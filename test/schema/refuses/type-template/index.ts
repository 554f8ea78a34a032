import type { Mesh } from 'specimen-host/plugin'

export function typeTemplate(x: `item-${number}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
