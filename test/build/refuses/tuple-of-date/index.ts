import type { Mesh } from 'specimen-host/plugin'

export function tupleOfDate(x: [number, Date]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
