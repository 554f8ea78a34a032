import type { Mesh } from 'specimen-host/plugin'

type IsAny<T> = 0 extends 1 & T ? 'any' : 'known'

export function conditionalAsksForAny(x: IsAny<string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
