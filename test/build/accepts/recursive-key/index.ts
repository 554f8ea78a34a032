import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  name: string
  kids: Tree[]
}

export function recursiveKey(x: Tree['kids'], y: keyof Tree): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
