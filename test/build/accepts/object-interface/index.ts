import type { Mesh } from 'specimen-host/plugin'

interface Options {
  readonly size: number
  mode: 'a' | 'b'
}

export function objectInterface(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
