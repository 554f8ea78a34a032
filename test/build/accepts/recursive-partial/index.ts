import type { Mesh } from 'specimen-host/plugin'

interface Tree {
  value: number
  next?: Tree
}

export function recursivePartial(x: Partial<Tree>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
