import type { Mesh } from 'specimen-host/plugin'

export function nullAlone(x: null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
