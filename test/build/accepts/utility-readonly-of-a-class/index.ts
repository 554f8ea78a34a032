import type { Mesh } from 'specimen-host/plugin'

class Ball {
  private size = 1
  name = ''
}

export function utilityReadonlyOfAClass(x: Readonly<Ball>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
