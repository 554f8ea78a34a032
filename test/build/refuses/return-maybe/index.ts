import type { Mesh } from 'specimen-host/plugin'

export function returnMaybe(x = 1): Mesh | undefined {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
