import type { Mesh } from 'specimen-host/plugin'

enum Dir {
  Up,
  Down,
}

export function keyofTypeofEnum(x: keyof typeof Dir = 'Up'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
