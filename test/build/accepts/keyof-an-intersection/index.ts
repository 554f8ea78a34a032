import type { Mesh } from 'specimen-host/plugin'

export function keyofAnIntersection(x: keyof ({ a: 1 } & { b: 1 })): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
