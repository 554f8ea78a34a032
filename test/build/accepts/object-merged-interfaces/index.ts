import type { Mesh } from 'specimen-host/plugin'

interface Options {
  a: number
}

interface Options {
  b: string
}

export function objectMergedInterfaces(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
