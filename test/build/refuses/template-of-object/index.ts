import type { Mesh } from 'specimen-host/plugin'

type Inner = { b: number }

export function templateOfObject(x: `a${Inner}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
