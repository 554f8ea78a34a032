import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

export function utilityRequired(x: Required<Options>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
