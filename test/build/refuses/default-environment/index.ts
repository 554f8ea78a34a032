import type { Mesh } from 'specimen-host/plugin'

export function defaultEnvironment(x: number = Number(process.env.SIZE)): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
