import type { Mesh } from 'specimen-host/plugin'

type IsNever<T> = [T] extends [never] ? 'empty' : 'some'

export function conditionalAsksForNever(x: IsNever<Extract<'a', 'b'>>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
