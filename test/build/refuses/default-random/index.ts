import type { Mesh } from 'specimen-host/plugin'

export function defaultRandom(x = 1 + Math.random()): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
