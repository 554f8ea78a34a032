import type { Mesh } from 'specimen-host/plugin'

type Expr = { op: 'num'; value: number } | { op: 'neg'; of: Expr }

export function recursiveDiscriminated(x: Expr = { op: 'neg', of: { op: 'num', value: 1 } }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
