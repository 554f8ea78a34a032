import type { Mesh } from 'specimen-host/plugin'

export function string(name: string, label: string = 'it\'s “x”'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
