import type { Mesh } from 'specimen-host/plugin'

type Range = { from: number }

export function ownTypeOfAnSdkName(x: Range): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
