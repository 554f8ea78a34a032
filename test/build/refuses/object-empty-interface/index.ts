import type { Mesh } from 'specimen-host/plugin'

interface Empty {}

export function objectEmptyInterface(x: Empty): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
