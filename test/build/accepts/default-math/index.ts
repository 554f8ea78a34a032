import type { Mesh } from 'specimen-host/plugin'

export function defaultMath(x: number = Math.PI / 2, y: number = Number.MAX_SAFE_INTEGER, z: number = Number.EPSILON): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
