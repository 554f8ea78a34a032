import type { Mesh } from 'specimen-host/plugin'

export function arrayOfUndefined(x: (number | undefined)[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
