import type { Mesh } from 'specimen-host/plugin'

export function intersectionIndexClash(x: { [name: string]: number } & { a: string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
