import type { Mesh } from 'specimen-host/plugin'

class Ball {
  static radius = 3
  readonly size = 4
}

export function defaultStaticThatCanChange(a: number = Ball.radius, b: number = new Ball().size): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
