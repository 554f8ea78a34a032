import type { Mesh } from 'specimen-host/plugin'

function ball(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export async function returnsInferred(x = 1) {
  return ball()
}
