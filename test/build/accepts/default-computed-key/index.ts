import type { Mesh } from 'specimen-host/plugin'

const KEY = `k${1}`

export function defaultComputedKey(x: Record<string, number> = { [KEY]: 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
