import type { Mesh, Range } from 'specimen-host/plugin'

type Meet<A, B> = A & B

export function intersectionRangesResolved(x: { [K in 'a']: Meet<Range<-2, 2>, Range<0, 5>> }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
