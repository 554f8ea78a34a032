import type { Mesh } from 'specimen-host/plugin'

export function utilityRequiredRest(x: Required<[number?, ...string[]]>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
