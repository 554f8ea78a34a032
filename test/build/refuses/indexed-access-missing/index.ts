import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
}

export function indexedAccessMissing(x: Options['length']): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
