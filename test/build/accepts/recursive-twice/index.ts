import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  left?: Tree
}

export function recursiveTwice(x: Tree, y?: Tree): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
