import type { Mesh } from 'specimen-host/plugin'

export function defaultRegex(x: string = /a/): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
