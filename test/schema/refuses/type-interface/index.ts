import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
}

export function typeInterface(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
