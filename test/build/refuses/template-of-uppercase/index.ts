import type { Mesh } from 'specimen-host/plugin'

export function templateOfUppercase(x: Uppercase<string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
