import type { Mesh } from 'specimen-host/plugin'

export function tupleRestInTheMiddle(x: [...number[], string]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
