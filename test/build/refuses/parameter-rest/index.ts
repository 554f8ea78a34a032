import type { Mesh } from 'specimen-host/plugin'

export function parameterRest(...x: number[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
