import type { Mesh } from 'specimen-host/plugin'

export function objectOfAny(options: { items: { size: any }[] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
