import type { Mesh } from 'specimen-host/plugin'

type Integer = number

export function integerOwnIsNumber(count: Integer = 1.5): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
