import type { Mesh } from 'specimen-host/plugin'

class Ball {
  radius = 1
  name = ''
  grow(): void {}
}

export function utilityPickOfAClass(x: Pick<Ball, 'radius' | 'name'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
