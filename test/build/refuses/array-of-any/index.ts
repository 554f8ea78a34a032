import type { Mesh } from 'specimen-host/plugin'

export function arrayOfAny(x: any[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
