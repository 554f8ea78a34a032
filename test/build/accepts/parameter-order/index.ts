import type { Mesh } from 'specimen-host/plugin'

export function parameterOrder(zeta = 1, alpha = 2, $dollar = 3, ünï = 4): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
