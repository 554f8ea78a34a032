import type { Mesh } from 'specimen-host/plugin'

class Ball {
  constructor(readonly radius: number, readonly name?: string) {}
}

export function utilityConstructorParameters(x: ConstructorParameters<typeof Ball>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
