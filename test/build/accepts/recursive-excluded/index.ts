import type { Mesh } from 'specimen-host/plugin'

type Expr = { op: 'num'; value: number } | { op: 'neg'; of: Expr }

export function recursiveExcluded(x: Exclude<Expr, { op: 'num' }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
