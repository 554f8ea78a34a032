import type { Mesh } from 'specimen-host/plugin'

export const formFunctionExpression = function (x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
