import type { Mesh } from 'specimen-host/plugin'

export function typedArrayInAnObject(x: { data?: Float32Array }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
