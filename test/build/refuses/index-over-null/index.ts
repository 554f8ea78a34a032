import type { Mesh } from 'specimen-host/plugin'

export function indexOverNull(x: { [name: string]: string } & { b: 'b' | null; c?: 'c' }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
