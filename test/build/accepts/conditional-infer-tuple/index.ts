import type { Mesh } from 'specimen-host/plugin'

type Join<T> = T extends [infer First extends string, ...infer Others] ? `${First}.${Join<Others>}` : ''

export function conditionalInferTuple(x: Join<['a', 'b', 'c']>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
