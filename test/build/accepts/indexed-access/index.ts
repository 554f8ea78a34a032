import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

export function indexedAccess(x: Options['size'], y: Options['name']): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
