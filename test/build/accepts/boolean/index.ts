import type { Mesh } from 'specimen-host/plugin'

export function boolean(on: boolean, off: boolean = false): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
