import type { Mesh } from 'specimen-host/plugin'

export function templateString(x: `item-${string}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
