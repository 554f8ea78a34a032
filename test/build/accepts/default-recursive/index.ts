import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  value: number
  next?: Tree
}

export function defaultRecursive(x: Tree = { value: 1, next: { value: 2 } }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
