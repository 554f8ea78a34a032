import type { Mesh } from 'specimen-host/plugin'

type Both<T> = [T] extends [string] ? T : boolean

export function conditionalNotDistributed(x: Both<'a' | 1>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
