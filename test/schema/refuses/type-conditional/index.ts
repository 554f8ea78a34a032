import type { Mesh } from 'specimen-host/plugin'

export function typeConditional(x: string extends "a" ? number : string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
