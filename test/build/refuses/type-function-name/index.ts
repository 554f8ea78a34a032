import type { Mesh } from 'specimen-host/plugin'

export function typeFunctionName(x: Function): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
