import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

export function utilityReadonly(x: Readonly<Options>, y: Readonly<number[]> = []): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
