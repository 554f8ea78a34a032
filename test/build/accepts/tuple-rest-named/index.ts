import type { Mesh } from 'specimen-host/plugin'

export function tupleRestNamed(x: readonly [first: boolean, ...others: string[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
