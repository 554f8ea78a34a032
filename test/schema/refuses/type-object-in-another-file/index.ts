import type { Mesh } from 'specimen-host/plugin'
import type { Options } from './options.ts'

export function typeObjectInAnotherFile(x: Options): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
