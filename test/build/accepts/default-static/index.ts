import type { Mesh } from 'specimen-host/plugin'

class Ball {
  static readonly radius = 3
  static readonly sizes = [1, 2] as const
  static count = 0
  static readonly twice = Ball.radius * 2
}

export function defaultStatic(a: number = Ball.radius, b: readonly number[] = Ball.sizes, c: number = Ball.twice): Mesh {
  Ball.count++
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
