import type { Mesh } from 'specimen-host/plugin'

function make() {
  return { a: 1, b: ['x'] }
}

export function utilityReturnType(x: ReturnType<typeof make>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
