import type { Mesh } from 'specimen-host/plugin'

export function unresolvedSdkName(x: Integer): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
