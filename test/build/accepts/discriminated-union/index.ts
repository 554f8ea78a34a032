import type { Mesh, Range } from 'specimen-host/plugin'

interface Ball {
  kind: 'ball'
  radius: Range<0, 9>
}

interface Box {
  kind: 'box'
  size: [number, number]
}

type Shape = Ball | Box

export function discriminatedUnion(x: Shape = { kind: 'ball', radius: 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
