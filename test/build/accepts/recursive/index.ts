import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  value: number
  children?: Tree[]
}

export function recursive(x: Tree): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
