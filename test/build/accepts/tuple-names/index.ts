import type { Integer, Mesh } from 'specimen-host/plugin'

export function tupleNames(x: [width: number, height: Integer] = [1, 2]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
