import type { Mesh } from 'specimen-host/plugin'

export function keyofNumbers(x: keyof { 1: string; 2: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
