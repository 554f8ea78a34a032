import type { Mesh, Range } from 'specimen-host/plugin'

interface Tree {
  id: Range<0, 9>
  parent: Tree['id'] | null
}

export function objectOwnKey(x: Tree): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
