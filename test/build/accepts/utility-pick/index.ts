import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

export function utilityPick(x: Pick<Options, 'on' | 'size'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
