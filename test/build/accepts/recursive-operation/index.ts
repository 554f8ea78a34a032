import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  next?: Partial<Tree>
}

export function recursiveOperation(x: Tree): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
