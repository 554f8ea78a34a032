import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size?: number
  label?: 'low' | 'high'
}
export function parameterDestructuredDefaults({ size = 3, label: name = 'low' }: Options = {}): Mesh {
  return { vertices: new Float32Array([size, name.length, 0]), indices: new Uint32Array() }
}
