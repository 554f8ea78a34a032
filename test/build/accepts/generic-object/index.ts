import type { Mesh } from 'specimen-host/plugin'

type Pair<A, B = A> = { left: A; right: B }

export function genericObject(x: Pair<number>, y: Pair<'a' | 'b', boolean>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
