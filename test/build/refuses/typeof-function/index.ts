import type { Mesh } from 'specimen-host/plugin'

function helper(): number {
  return 1
}

export function typeofFunction(x: typeof helper): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
