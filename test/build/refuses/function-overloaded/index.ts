import type { Mesh } from 'specimen-host/plugin'

export function functionOverloaded(x: number): Mesh
export function functionOverloaded(x: string): Mesh
export function functionOverloaded(x: number | string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
